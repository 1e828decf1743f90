/** Title of an event on the planning, and its description for screen readers. */
import type { PlanningEvent } from "#contract/planning.ts";
import { attendanceLabels, paymentStatusLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import type { DateFormats } from "#web/kit/format/date-formats.ts";
import type { Translate } from "#web/kit/format/translation.ts";

export const eventTitle = (event: PlanningEvent, t: Translate): string =>
  event.name ?? event.creator ?? t("planning.booked");

export function describeEvent(
  event: PlanningEvent,
  field: string,
  { t, time }: { t: Translate; time: DateFormats["time"] },
): string {
  const { status, paymentStatus, creator, kind, type } = event;
  const said = t("planning.blockSaid", {
    name: eventTitle(event, t),
    field,
    start: time(event.startTime),
    end: time(event.endTime),
  });
  const more = [
    creator !== event.name && creator,
    type && kind !== "block" && t(typeLabels[type]),
    status && kind !== "block" && !event.offeredUntil && t(statusLabels[status]),
    event.offeredUntil && t("planning.offeredUntil", { until: time(event.offeredUntil) }),
    // "Unpaid" is the planning's own word for payments that are due.
    paymentStatus === "due" && t(event.isOnSite ? "planning.unpaidOnSite" : "planning.unpaidSaid"),
    paymentStatus && paymentStatus !== "none" && paymentStatus !== "due" && t(paymentStatusLabels[paymentStatus]),
    event.isFirst && t("planning.firstBooking"),
    event.attendance && t(attendanceLabels[event.attendance]),
  ];
  return [said, ...more].filter(Boolean).join(", ");
}
