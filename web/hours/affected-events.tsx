/** Bookings outside the new opening hours or within a closure, with the decision for each. */
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { AffectedEvent, ClosureDecision } from "#contract/hours.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** The link opens a new tab, so that the decisions on this page are not lost. */
export function AffectedEventSummary({ event }: { event: AffectedEvent }) {
  const t = useTranslation();
  const { path } = useScope();
  const { weekdayDateTimeRange, withOtherZoneName } = useDateFormats(event.facility.timezone);
  return (
    <div className="min-w-0">
      <Link to={path(`/events/${event.id}`)} target="_blank" className={`${textLinkClass} text-13`}>
        {event.name}
        <ExternalLink className="ml-1 inline size-3 align-baseline" aria-hidden />
        <span className="sr-only"> {t("hours.opensBeside")}</span>
      </Link>
      <p className="mt-0.5 text-13 tnum">
        <span className="inline-block first-letter:uppercase">
          {withOtherZoneName(weekdayDateTimeRange(event.startTime, event.endTime), event.startTime)}
        </span>
      </p>
      <p className="text-xs text-ink-3">
        {[event.field.name, event.facility.name, event.customer].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}

export interface DecisionDraft {
  action: ClosureDecision["action"];
  /** Target field; empty for the present one. */
  fieldId: string;
  /** Other time in the facility's time zone; empty for the same time. */
  date: string;
  time: string;
  isOtherTime: boolean;
  refund: "full" | "none";
}
export type DecisionDrafts = Readonly<Record<string, DecisionDraft>>;
export const keepDecision: DecisionDraft = {
  action: "keep",
  fieldId: "",
  date: "",
  time: "",
  isOtherTime: false,
  refund: "full",
};

export const getDecisionDraft = (choices: DecisionDrafts, { id }: AffectedEvent): DecisionDraft =>
  choices[id] ?? keepDecision;

/** The decision to send; undefined while the move is incomplete. */
export function toDecision(event: AffectedEvent, choice: DecisionDraft): ClosureDecision | undefined {
  const { action, fieldId, date, time, isOtherTime, refund } = choice;
  if (action === "keep") return { eventId: event.id, action };
  if (action === "cancel") return { eventId: event.id, action, ...(event.paid > 0 && { refund }) };
  const place = { eventId: event.id, action, ...(fieldId && { fieldId }) };
  if (!isOtherTime) return fieldId ? place : undefined;
  if (date === "" || time === "") return undefined;
  const local = Temporal.PlainDateTime.from(`${date}T${time}`);
  return { ...place, startTime: local.toZonedDateTime(event.facility.timezone).toInstant().toString() };
}

const eventsOverlap = (one: AffectedEvent, other: AffectedEvent) =>
  one.startTime < other.endTime && other.startTime < one.endTime;

/** Moves each event to a free field at its time, never two to the same one at once. Other choices stay. */
export function moveAllWherePossible(events: readonly AffectedEvent[], choices: DecisionDrafts): DecisionDrafts {
  const moved: { event: AffectedEvent; fieldId: string }[] = [];
  for (const event of events) {
    const isTaken = (fieldId: string) =>
      moved.some((one) => one.fieldId === fieldId && eventsOverlap(one.event, event));
    const free = event.alternatives.find(({ fieldId }) => !isTaken(fieldId));
    if (free) moved.push({ event, fieldId: free.fieldId });
  }
  const entries = moved.map(({ event, fieldId }) => [event.id, { ...keepDecision, action: "move", fieldId }] as const);
  return { ...choices, ...Object.fromEntries(entries) };
}
