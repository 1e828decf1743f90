import { availability } from "#contract/availability.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { readDay } from "./day.ts";

export default serveModule(availability, { read: readDay });
