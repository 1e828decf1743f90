import { availability } from "#contract/availability.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { readAvailability } from "./read-availability.ts";
import { readSlotOptions, readSlots } from "./read-slots.ts";

export default serveModule(availability, { read: readAvailability, slots: readSlots, slotOptions: readSlotOptions });
