import { bookingLimits } from "#contract/booking-limits.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { explainRules } from "./explain.ts";

export default serveModule(bookingLimits, { explain: explainRules });
