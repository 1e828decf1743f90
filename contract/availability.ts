/** Availability of a day: opening hours, free start times, durations and prices. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { fieldSpaces, fieldStatuses, priceTypes } from "./fields.ts";
import { fieldObstacles } from "./fields-obstacles-rules.ts";
import { get, id, idList, instant, defineModule } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { Sport } from "./sports.ts";

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
      /** Why members cannot book it on this day; what is merely taken is not told. */
      obstacles: z.optional(z.array(z.enum(fieldObstacles))),
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

/** Why a start is proposed that was not asked for. */
export const slotReasons = ["duration", "space", "day", "facility", "cheaper", "later"] as const;
export type SlotReason = (typeof slotReasons)[number];

const SlotStart = z.object({
  startTime: instant,
  endTime: instant,
  /** Minutes. */
  duration: z.int(),
  /** For the people asked for, over all free fields, in minor units. */
  price: z.object({ from: z.int(), to: z.int() }),
  /** Number of fields that can be booked side by side: a whole and its three parts are three. */
  free: z.int(),
  /** The best one first: it leaves the least time that nobody could book, then costs the least. */
  fields: z.array(
    z.object({
      id,
      name: z.string(),
      facility: EntityRef,
      space: z.nullable(z.enum(fieldSpaces)),
      /** Hours before the start; null: as the booking rules say. */
      cancellationDeadline: z.nullable(z.int()),
      approval: z.enum(["automatic", "manual"]),
      /** A booking without a number of people is for so many. */
      minPeople: z.int(),
      /** Total for the people asked for. */
      price: z.int(),
      priceType: z.nullable(z.enum(priceTypes)),
    }),
  ),
});
export type SlotStart = z.infer<typeof SlotStart>;
const SlotProposal = z.extend(SlotStart, { why: z.enum(slotReasons) });
export type SlotProposal = z.infer<typeof SlotProposal>;

export const Slots = z.object({
  /** Local date and time, with what was left out filled in. */
  asked: z.object({
    date: z.iso.date(),
    time: z.string(),
    duration: z.int(),
    people: z.int(),
  }),
  timezone: z.string(),
  currency: z.string(),
  /** Within 90 minutes of the time asked for, nearest first; of fields that are asked for without a time, the whole day in order. */
  near: z.array(SlotStart),
  /** Closest first, at most one for each reason. */
  instead: z.array(SlotProposal),
  /** Starts within 90 minutes of the time asked for at which everything is taken. */
  full: z.array(instant),
  /** All free starts of the day with the duration asked for. */
  day: z.array(z.object({ startTime: instant, free: z.int() })),
  /** Starts of the day with that duration at which everything is taken. */
  taken: z.array(instant),
  /** The rule that keeps the asker from booking at the time asked for, though it is free, and from when it is possible. */
  refusal: z.nullable(z.string()),
  /** People can wait for what is taken. */
  canWait: z.boolean(),
  /** The club is reached here, where nothing is free; with neither, at the desk. Null over all organizations. */
  contact: z.nullable(z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()) })),
});
export type Slots = z.infer<typeof Slots>;

/** Local time of day. */
export const wallTime = z.iso.time({ precision: -1 });

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
  slots: get("/organizations/{organizationId}/slots", {
    allow: "fields.show",
    summary: "Free fields about a time, what is full, and what is closest to it",
    query: z.object({
      /** Local date and time of the facility, else of the organization. Default: the next half hour, else 18:00. */
      date: z.optional(calendarDate),
      time: z.optional(wallTime),
      /** Minutes. Default: 90, or the one in the middle of those that are sold. */
      duration: z.optional(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440))),
      sportId: z.optional(z.coerce.number().check(z.int32())),
      facilityId: z.optional(id),
      fieldIds: z.optional(idList),
      space: z.optional(z.enum(fieldSpaces)),
      lights: z.optional(z.stringbool()),
      handicapAccess: z.optional(z.stringbool()),
      people: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
      /** The customer; only the team may name another person. */
      userId: z.optional(id),
      customerId: z.optional(id),
      /** An event to be rescheduled: its own time counts as free. */
      eventId: z.optional(id),
    }),
    mayLag: true,
    returns: Slots,
  }),
  slotOptions: get("/organizations/{organizationId}/slots/options", {
    allow: "fields.show",
    summary: "What a free field can be asked for by: sports, durations, indoor or outdoor, lights",
    query: z.object({
      /** Durations and spaces of this sport alone. */
      sportId: z.optional(z.coerce.number().check(z.int32())),
    }),
    mayLag: true,
    returns: z.object({
      timezone: z.string(),
      sports: z.array(Sport),
      /** Minutes. */
      durations: z.array(z.int()),
      spaces: z.array(z.enum(fieldSpaces)),
      hasLights: z.boolean(),
      fields: z.array(z.object({ id, name: z.string() })),
    }),
  }),
});
