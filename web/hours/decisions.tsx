/** What becomes of each event that a closure touches: it is kept, moved or canceled. */
import { useId } from "react";
import type { AffectedEvent } from "#contract/hours.ts";
import { Button } from "#web/kit/button.tsx";
import { cx } from "#web/kit/cx.ts";
import { Input } from "#web/kit/input.tsx";
import { useMoney } from "#web/kit/money.ts";
import { type Option, Select } from "#web/kit/select.tsx";
import { Segments } from "#web/kit/tri-state.tsx";
import { useWords } from "#web/kit/words.ts";
import { type Choice, type Choices, choiceFor, EventSummary, kept, moveWherePossible } from "./affected-events.tsx";

const allAs = (events: readonly AffectedEvent[], action: "keep" | "cancel"): Choices =>
  Object.fromEntries(events.map((event) => [event.id, { ...kept, action }]));

interface DecisionsProps {
  events: readonly AffectedEvent[];
  total: number;
  choices: Choices;
  onChoose: (choices: Choices) => void;
  /** What stands in the way of some of them, by the event's id. */
  refusals: Readonly<Record<string, string>>;
  /** Every field, for another time or facility. */
  fields: readonly Option<string>[];
}

export function Decisions({ events, total, choices, onChoose, refusals, fields }: DecisionsProps) {
  const t = useWords();
  const count = (action: Choice["action"]) =>
    events.filter((event) => choiceFor(choices, event).action === action).length;
  const counts = { kept: count("keep"), moved: count("move"), canceled: count("cancel") };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => onChoose(allAs(events, "keep"))}>
          {t("hours.keepAll")}
        </Button>
        <Button
          size="sm"
          disabled={events.every(({ alternatives }) => alternatives.length === 0)}
          onClick={() => onChoose(moveWherePossible(events, choices))}
        >
          {t("hours.moveAll")}
        </Button>
        <Button size="sm" onClick={() => onChoose(allAs(events, "cancel"))}>
          {t("hours.cancelAll")}
        </Button>
        <p role="status" className="text-13 text-ink-3 sm:ml-auto">
          {t("hours.decided", counts)}
        </p>
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {events.map((event) => (
          <DecisionRow
            key={event.id}
            event={event}
            choice={choiceFor(choices, event)}
            refusal={refusals[event.id]}
            fields={fields}
            onChoose={(choice) => onChoose({ ...choices, [event.id]: choice })}
          />
        ))}
      </ul>
      {total > events.length && (
        <p className="text-13 text-ink-3">{t("hours.othersKept", { count: events.length, total })}</p>
      )}
    </div>
  );
}

interface DecisionRowProps extends Pick<DecisionsProps, "fields"> {
  event: AffectedEvent;
  choice: Choice;
  refusal: string | undefined;
  onChoose: (choice: Choice) => void;
}

function DecisionRow({ event, choice, refusal, fields, onChoose }: DecisionRowProps) {
  const t = useWords();
  const id = useId();
  const change = (part: Partial<Choice>) => onChoose({ ...choice, ...part });
  const choose = (action: Choice["action"]) => {
    const [first] = event.alternatives;
    const start = first ? { fieldId: first.fieldId } : elsewhere(event);
    change({ action, ...(action === "move" && choice.fieldId === "" && start) });
  };
  return (
    <li
      data-refused={refusal === undefined ? undefined : true}
      tabIndex={-1}
      className={cx("outline-none", refusal !== undefined && "bg-rose-bg/40")}
    >
      <div role="group" aria-label={event.name} className="grid gap-x-6 gap-y-3 px-4 py-3 lg:grid-cols-2">
        <EventSummary event={event} />
        <div className="grid content-start gap-2">
          <Segments
            name={id}
            aria-label={t("hours.whatBecomes", { name: event.name })}
            value={choice.action}
            onValueChange={choose}
            options={[
              { value: "keep", label: t("hours.keep") },
              { value: "move", label: t("hours.move") },
              { value: "cancel", label: t("hours.cancel") },
            ]}
          />
          {choice.action === "move" && <MoveTo event={event} choice={choice} fields={fields} onChange={change} />}
          {choice.action === "cancel" && event.paid > 0 && <Refund event={event} choice={choice} onChange={change} />}
          {refusal !== undefined && (
            <p role="alert" className="text-13 text-danger">
              {refusal}
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

interface PartProps {
  event: AffectedEvent;
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}

const elsewhen = "another time";

/** Another time or field begins as it is. */
function elsewhere({ startTime, field, facility }: AffectedEvent): Partial<Choice> {
  const local = Temporal.Instant.from(startTime).toZonedDateTimeISO(facility.timezone);
  const [date, time] = [local.toPlainDate().toString(), local.toPlainTime().toString().slice(0, 5)];
  return { isOtherTime: true, fieldId: field.id, date, time };
}

function MoveTo({ event, choice, fields, onChange }: PartProps & Pick<DecisionsProps, "fields">) {
  const t = useWords();
  const target = (value: string) =>
    onChange(value === elsewhen ? elsewhere(event) : { isOtherTime: false, fieldId: value });
  return (
    <>
      <Select
        aria-label={t("hours.moveTo")}
        value={choice.isOtherTime ? elsewhen : choice.fieldId}
        onValueChange={target}
        options={[
          ...event.alternatives.map(({ fieldId, name }) => ({ value: fieldId, label: t("hours.sameTime", { name }) })),
          { value: elsewhen, label: `${t("hours.otherTime")}…` },
        ]}
      />
      {choice.isOtherTime && (
        <div className="grid grid-cols-2 gap-2">
          <Select
            aria-label={t("hours.field")}
            className="col-span-2"
            value={choice.fieldId || event.field.id}
            onValueChange={(fieldId) => onChange({ fieldId })}
            options={fields}
          />
          <Input
            type="date"
            aria-label={t("hours.date")}
            value={choice.date}
            onChange={({ target: { value: date } }) => onChange({ date })}
          />
          <Input
            type="time"
            aria-label={t("kit.start")}
            value={choice.time}
            onChange={({ target: { value: time } }) => onChange({ time })}
          />
        </div>
      )}
    </>
  );
}

function Refund({ event, choice, onChange }: PartProps) {
  const t = useWords();
  const money = useMoney();
  const amount = money(event.paid, event.currency);
  return (
    <Select
      aria-label={t("hours.refund")}
      value={choice.refund}
      onValueChange={(refund) => onChange({ refund })}
      options={[
        { value: "full", label: t("hours.refundFull", { amount }) },
        { value: "none", label: t("hours.refundNone") },
      ]}
    />
  );
}
