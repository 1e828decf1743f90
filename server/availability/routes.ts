import { availability } from "#contract/availability.ts";
import { serve } from "#server/kit/serve.ts";
import { readDay } from "./day.ts";

export default serve(availability, { read: readDay });
