/** Availability of a day: opening hours, free start times, durations and prices. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { fieldStatuses, priceTypes } from "./fields.ts";
import { get, id, instant, defineModule } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

const InstantRange = z.object({ start: instant, end: instant });
/** A date from 1970 to 2199: other software cannot write the time of every date outside. */
export const calendarDate = z.iso
  .date()
  .check(z.refine((date) => date >= "1970" && date < "2200", { error: "kit.invalidDate" satisfies MessageKey }));
export const Availability = z.object({
  date: z.iso.date(),
  /** Time zone of the requested facility, else of the organization. */
  timezone: z.string(),
  fields: z.array(
    z.object({
      field: EntityRef,
      facility: EntityRef,
      timezone: z.string(),
      status: z.enum(fieldStatuses),
      open: z.array(InstantRange),
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
              /** Cents, for the whole field or per person by `priceType`. */
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
      date: z.optional(calendarDate),
      facilityId: z.optional(id),
      fieldId: z.optional(id),
      sportId: z.optional(z.coerce.number().check(z.int32())),
      people: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
      /** The customer; only the team may name another person. */
      userId: z.optional(id),
      /** The customer, with or without an account; for the team. */
      customerId: z.optional(id),
      /** An event to be rescheduled: its own time counts as free. */
      eventId: z.optional(id),
    }),
    mayLag: true,
    returns: Availability,
  }),
});
