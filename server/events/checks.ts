/** Validation of events before they are written, shared by booking and changing. */
import type { BookingRules } from "#contract/organization-options.ts";
import { assertWithinHours } from "#server/availability/opening-hours.ts";
import type { findFieldToBook } from "#server/fields/queries.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findChosenCustomer } from "#server/customers/booking-customer.ts";
import {
  computeEndTime,
  resolvePeople,
  assertWithinBookingRules,
  assertPlausibleStart,
  assertValidBlock,
  assertNotInPast,
  assertNoTeamOnlyMembers,
  resolveSport,
  type EventInput,
} from "./booking-rules.ts";

type Field = Awaited<ReturnType<typeof findFieldToBook>>;

export interface EventRequest {
  call: Pick<Call, "db" | "now" | "organizationId" | "access" | "memory" | "language">;
  draft: EventInput;
  /** The draft as the caller sent it: team-only members that the event had before are allowed. */
  sent: EventInput;
  isMove: boolean;
  mustBeAhead: boolean;
  hasBegun: boolean;
}

/** The first check returns the customer whom the team sent. */
export const draftChecks = ({ call, draft, sent }: EventRequest) => {
  const { db, organizationId, access } = call;
  const { customer } = sent;
  const findCustomer = async () => {
    if (!access.isTeam || !customer) return undefined;
    const chosen = await findChosenCustomer(db, organizationId, customer);
    if (chosen.isKnown) return chosen;
    const member = "userId" in customer ? "userId" : "customerId";
    throw invalidFields({ [`customer.${member}`]: [message("events.customerUnknown")] });
  };
  return [
    findCustomer,
    () => (access.isTeam ? assertValidBlock(draft) : assertNoTeamOnlyMembers(sent)),
    () => assertPlausibleStart(draft),
  ] as const;
};

/** The first two checks return the people and the sport of the event. @param sportIds of the field, its main sport first */
export const fieldChecks = ({ call, draft, isMove }: EventRequest, field: Field, sportIds: readonly number[]) => {
  const time = { start: Date.parse(draft.startTime), end: computeEndTime(draft).getTime() };
  const override = draft.override || draft.kind === "block";
  return [
    () => resolvePeople(draft, { min: field.min_people_by_event, max: field.max_people_by_event }),
    () => resolveSport(draft, sportIds),
    () => isMove && assertWithinHours(call, field, time, { isTeam: call.access.isTeam, override }),
  ] as const;
};

/** The last error on `startTime` is shown: "in the past" says more than "closed". @param bounds undefined for the team */
export const clockChecks = (
  { call: { now, language }, draft, isMove, mustBeAhead, hasBegun }: EventRequest,
  field: Field,
  bounds: BookingRules | undefined,
) =>
  [
    () => isMove && bounds && assertWithinBookingRules(bounds, draft, { now, timezone: field.timezone, language }),
    () => mustBeAhead && assertNotInPast(draft, now),
    () => {
      if (hasBegun) throw invalidFields({ startTime: [message("events.hasBegun")] });
    },
  ] as const;
