/** Availability is what can be booked on a day: open hours, free starts, durations and prices. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { fieldStatuses, priceTypes } from "./fields.ts";
import { get, id, instant, defineModule } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

const InstantRange = z.object({ start: instant, end: instant });
/** Years that nobody means would have no times that other software can write. */
export const calendarDate = z.iso
  .date()
  .check(z.refine((date) => date >= "1970" && date < "2200", { error: "kit.invalidDate" satisfies MessageKey }));
/** Bookable starts of a day, for the caller or the person they ask for. */
export const Availability = z.object({
  date: z.iso.date(),
  /** The requested facility's, else the organization's; each field has its own. */
  timezone: z.string(),
  fields: z.array(
    z.object({
      field: EntityRef,
      facility: EntityRef,
      timezone: z.string(),
      status: z.enum(fieldStatuses),
      open: z.array(InstantRange),
      /** Empty for what is closed, full, or not sold that day. */
      starts: z.array(
        z.object({
          startTime: instant,
          options: z.array(
            z.object({
              /** Minutes. */
              duration: z.int(),
              plan: z.nullable(z.string()),
              timeslot: z.nullable(z.string()),
              priceType: z.nullable(z.enum(priceTypes)),
              /** Cents: of the field, or of each person by `priceType`. */
              price: z.int(),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type Availability = z.infer<typeof Availability>;

export const availability = defineModule("availability", {
  read: get("/organizations/{organizationId}/availability", {
    allow: "fields.show",
    summary: "Open hours and bookable starts of a day, with durations and prices",
    query: z.object({
      /** Today where left out. */
      date: z.optional(calendarDate),
      facilityId: z.optional(id),
      fieldId: z.optional(id),
      sportId: z.optional(z.coerce.number().check(z.int32())),
      people: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
      /** For whom; the team alone asks for somebody else. */
      userId: z.optional(id),
      /** An event that is to be moved: its own time counts as free. */
      eventId: z.optional(id),
    }),
    returns: Availability,
  }),
});
