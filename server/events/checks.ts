/** Checks of an event before it is written, shared by booking and changing. */
import type { BookingRules } from "#contract/organizations.ts";
import { assertWithinHours } from "#server/availability/booking-terms.ts";
import type { findFieldToBook } from "#server/fields/queries.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findMemberName } from "#server/members/queries.ts";
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
} from "./rules.ts";

type Field = Awaited<ReturnType<typeof findFieldToBook>>;

/** An event as it is to be, and how much of it is new: all of one that is booked, what differs of one that is changed. */
export interface EventRequest {
  call: Pick<Call, "db" | "now" | "organizationId" | "access">;
  draft: EventInput;
  /** The draft as the caller sent it: what the event has already of what the team alone decides was allowed before. */
  sent: EventInput;
  /** Another time, length or field. */
  isMove: boolean;
  /** The start may not be over. */
  mustBeAhead: boolean;
  /** The event runs already, and its start stays what it is. */
  hasBegun: boolean;
}

/** Checks that need no field. */
export const draftChecks = ({ call, draft, sent }: EventRequest) => {
  const { db, organizationId, access } = call;
  const customerId = sent.customer && "userId" in sent.customer ? sent.customer.userId : undefined;
  const unknown = () => invalidFields({ "customer.userId": [message("events.customerUnknown")] });
  return [
    () => (access.isTeam ? assertValidBlock(draft) : assertNoTeamOnlyMembers(sent)),
    () => assertPlausibleStart(draft),
    () => access.isTeam && customerId && findMemberName(db, organizationId, customerId, unknown),
  ] as const;
};

/**
 * Checks of what the field allows; the first two answer the people and the sport that the event is for.
 * @param sportIds the field's, its first one first
 */
export const fieldChecks = ({ call, draft, isMove }: EventRequest, field: Field, sportIds: readonly number[]) => {
  const time = { start: Date.parse(draft.startTime), end: computeEndTime(draft).getTime() };
  const override = draft.override || draft.kind === "block";
  return [
    () => resolvePeople(draft, { min: field.min_people_by_event, max: field.max_people_by_event }),
    () => resolveSport(draft, sportIds),
    () => isMove && assertWithinHours(call.db, field, time, { isTeam: call.access.isTeam, override }),
  ] as const;
};

/**
 * Checks of the start against the clock. Of several reasons that stand beside the start, the last one is told: that it is
 * over says more than that the field is closed.
 * @param bounds of the member who books; undefined for the team
 */
export const clockChecks = (
  { call: { now }, draft, isMove, mustBeAhead, hasBegun }: EventRequest,
  field: Field,
  bounds: BookingRules | undefined,
) =>
  [
    () => isMove && bounds && assertWithinBookingRules(bounds, draft, { now, timezone: field.timezone }),
    () => mustBeAhead && assertNotInPast(draft, now),
    () => {
      if (hasBegun) throw invalidFields({ startTime: [message("events.hasBegun")] });
    },
  ] as const;
