/** What is filled in beside the grid, in step with all else that shows it: the grid, the same place begun anew, the whole forms. */
import { useEffect, useEffectEvent, useRef } from "react";
import { wallClockOf } from "#web/availability/slots.ts";
import { blank } from "#web/events/event-form.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { useFieldValue } from "#web/kit/form.tsx";
import { useSnapshot } from "#web/kit/form-context.ts";
import { same } from "#web/kit/form-values.ts";
import { useScope } from "#web/kit/scope.ts";
import type { QuickCreateProps } from "./quick-create.tsx";
import { type Place, placeOf, type QuickDraft } from "./quick-draft.ts";
import { keep, typedOf } from "./use-quick.ts";

/** What is typed is there again when the same place is chosen anew: never where and when, which was chosen then. */
export function Keeper({ begunAt }: { begunAt: Place }) {
  const { organizationId } = useScope();
  const values = useSnapshot((snapshot) => snapshot.values) as QuickDraft;
  const first = useRef(values);
  const isTyped = useRef(false);
  useEffect(() => {
    const now = typedOf(values);
    if (!same(now, typedOf(first.current))) isTyped.current = true;
    if (isTyped.current) keep(organizationId, begunAt, now);
  }, [organizationId, begunAt, values]);
  return null;
}

/** Keeps what the grid shows in step with what is filled in. */
export function Follow({ one, quick, fields }: QuickCreateProps) {
  const fieldId = useFieldText("fieldId");
  const [date, startTime] = [useFieldText("date"), useFieldText("startTime")];
  const duration = useFieldValue("duration");
  const tell = useEffectEvent(() => {
    const minutes = typeof duration === "number" && duration >= 5 ? duration : one.duration;
    const places = one.places.flatMap((known): Place[] => {
      const isOnly = one.places.length === 1;
      const timezone = fields.find(({ id }) => id === (isOnly ? fieldId : known.fieldId))?.timezone;
      if (!timezone) return [known];
      const its = isOnly ? fieldId : known.fieldId;
      const shown = wallClockOf(known.startTime, timezone);
      const on = isOnly ? date : shown.date;
      // An hour that comes twice is the one that was clicked, until another is typed.
      if (on === shown.date && startTime === shown.time) return [{ ...known, fieldId: its }];
      return [placeOf({ fieldId: its, date: on, startTime }, timezone) ?? known];
    });
    const isSame = JSON.stringify([places, minutes]) === JSON.stringify([one.places, one.duration]);
    if (!isSame) quick.change(one.id, { places, duration: minutes });
  });
  useEffect(() => tell(), [fieldId, date, startTime, duration]);
  return null;
}

/** As the form of an event takes it over. */
export function wholeOf(filled: QuickDraft) {
  const { kind, type, fieldId, date, startTime, duration, priceType, people, text, isInternal, customer } = filled;
  const { payment, override, overrideReason, reason, description } = filled;
  const isBlock = kind === "block";
  const notes = isInternal || isBlock ? { internalNotes: text ?? "" } : { notes: text ?? "" };
  return {
    ...blank,
    ...{ fieldId, date, startTime, duration, type, override, priceType: priceType ?? null, people: people ?? null },
    customer: { ...blank.customer, ...customer },
    name: (isBlock ? reason : customer.name) ?? "",
    description: description ?? "",
    kind: isBlock ? ("block" as const) : ("event" as const),
    price: payment === "free" ? 0 : null,
    priceReason: "",
    ...notes,
    ...(override && overrideReason
      ? { internalNotes: [notes.internalNotes, overrideReason].filter(Boolean).join("\n") }
      : {}),
  };
}

/** How it is repeated, as the form of a series takes it over. */
export const seriesOf = ({ date, ends, count, until }: QuickDraft) => ({
  weekdays: date ? [Temporal.PlainDate.from(date).dayOfWeek] : [],
  ends,
  count: count ?? null,
  until: until ?? "",
});
