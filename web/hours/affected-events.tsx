/** Events to come that lie outside of the hours: what they are, and what is decided about them. */
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { AffectedEvent, Decision } from "#contract/hours.ts";
import { useDates } from "#web/kit/dates.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";

/** What an event is, when, where and whose; it opens beside, so that nothing is lost here. */
export function EventSummary({ event }: { event: AffectedEvent }) {
  const t = useWords();
  const { path } = useScope();
  const { longDate, timeRange } = useDates(event.facility.timezone);
  return (
    <div className="min-w-0">
      <Link to={path(`/events/${event.id}`)} target="_blank" className={`${textLink} text-13`}>
        {event.name}
        <ExternalLink className="ml-1 inline size-3 align-baseline" aria-hidden />
        <span className="sr-only"> {t("hours.opensBeside")}</span>
      </Link>
      <p className="mt-0.5 text-13 tnum">
        <span className="inline-block first-letter:uppercase">{longDate(event.startTime)}</span>,{" "}
        {timeRange(event.startTime, event.endTime)}
      </p>
      <p className="text-xs text-ink-3">
        {[event.field.name, event.facility.name, event.customer].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}

/** As the person has it: a move may still lack its date. */
export interface Choice {
  action: Decision["action"];
  /** Where to; an empty text: the field where it is. */
  fieldId: string;
  /** Another time on the facility's clock; empty ones: the same time. */
  date: string;
  time: string;
  isOtherTime: boolean;
  refund: "full" | "none";
}
export type Choices = Readonly<Record<string, Choice>>;
export const kept: Choice = { action: "keep", fieldId: "", date: "", time: "", isOtherTime: false, refund: "full" };

export const choiceFor = (choices: Choices, { id }: AffectedEvent): Choice => choices[id] ?? kept;

/** What is sent for an event; nothing while its move is not complete. */
export function decisionFor(event: AffectedEvent, choice: Choice): Decision | undefined {
  const { action, fieldId, date, time, isOtherTime, refund } = choice;
  if (action === "keep") return { eventId: event.id, action };
  if (action === "cancel") return { eventId: event.id, action, ...(event.paid > 0 && { refund }) };
  const place = { eventId: event.id, action, ...(fieldId && { fieldId }) };
  if (!isOtherTime) return fieldId ? place : undefined;
  if (date === "" || time === "") return undefined;
  const local = Temporal.PlainDateTime.from(`${date}T${time}`);
  return { ...place, startTime: local.toZonedDateTime(event.facility.timezone).toInstant().toString() };
}

const overlap = (one: AffectedEvent, other: AffectedEvent) =>
  one.startTime < other.endTime && other.startTime < one.endTime;

/** Each event to a free field at its time, none twice at once; where there is none, the choice stays as it was. */
export function moveWherePossible(events: readonly AffectedEvent[], choices: Choices): Choices {
  const moved: { event: AffectedEvent; fieldId: string }[] = [];
  for (const event of events) {
    const isTaken = (fieldId: string) => moved.some((one) => one.fieldId === fieldId && overlap(one.event, event));
    const free = event.alternatives.find(({ fieldId }) => !isTaken(fieldId));
    if (free) moved.push({ event, fieldId: free.fieldId });
  }
  const entries = moved.map(({ event, fieldId }) => [event.id, { ...kept, action: "move", fieldId }] as const);
  return { ...choices, ...Object.fromEntries(entries) };
}
