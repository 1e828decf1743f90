/** Asks for each booking that new hours or a closure affect: move, cancel or keep. */
import { useId } from "react";
import type { AffectedEvent } from "#contract/hours.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DateInput } from "#web/kit/form/date-input.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { type SelectOption, Select } from "#web/kit/ui/select.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import {
  type DecisionDraft,
  type DecisionDrafts,
  getDecisionDraft,
  AffectedEventSummary,
  keepDecision,
  moveAllWherePossible,
} from "./affected-events.tsx";

const decideAll = (events: readonly AffectedEvent[], action: "keep" | "cancel"): DecisionDrafts =>
  Object.fromEntries(events.map((event) => [event.id, { ...keepDecision, action }]));

interface DecisionsProps {
  events: readonly AffectedEvent[];
  total: number;
  choices: DecisionDrafts;
  onChoose: (choices: DecisionDrafts) => void;
  /** By event id. */
  refusals: Readonly<Record<string, string>>;
  fields: readonly SelectOption<string>[];
}

export function EventDecisions({ events, total, choices, onChoose, refusals, fields }: DecisionsProps) {
  const t = useTranslation();
  const count = (action: DecisionDraft["action"]) =>
    events.filter((event) => getDecisionDraft(choices, event).action === action).length;
  const counts = { kept: count("keep"), moved: count("move"), canceled: count("cancel") };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => onChoose(decideAll(events, "keep"))}>
          {t("hours.keepAll")}
        </Button>
        <Button
          size="sm"
          disabled={events.every(({ alternatives }) => alternatives.length === 0)}
          onClick={() => onChoose(moveAllWherePossible(events, choices))}
        >
          {t("hours.moveAll")}
        </Button>
        <Button size="sm" onClick={() => onChoose(decideAll(events, "cancel"))}>
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
            choice={getDecisionDraft(choices, event)}
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
  choice: DecisionDraft;
  refusal: string | undefined;
  onChoose: (choice: DecisionDraft) => void;
}

function DecisionRow({ event, choice, refusal, fields, onChoose }: DecisionRowProps) {
  const t = useTranslation();
  const id = useId();
  const change = (part: Partial<DecisionDraft>) => onChoose({ ...choice, ...part });
  const choose = (action: DecisionDraft["action"]) => {
    const [first] = event.alternatives;
    const start = first ? { fieldId: first.fieldId } : toOtherTime(event);
    change({ action, ...(action === "move" && choice.fieldId === "" && start) });
  };
  return (
    <li
      data-refused={refusal === undefined ? undefined : true}
      tabIndex={-1}
      className={cx("outline-none", refusal !== undefined && "bg-rose-bg/40")}
    >
      <div role="group" aria-label={event.name} className="grid gap-x-6 gap-y-3 px-4 py-3 lg:grid-cols-2">
        <AffectedEventSummary event={event} />
        <div className="grid content-start gap-2">
          <SegmentedControl
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
          {choice.action === "move" && (
            <MoveTargetFields event={event} choice={choice} fields={fields} onChange={change} />
          )}
          {choice.action === "cancel" && event.paid > 0 && (
            <RefundChoice event={event} choice={choice} onChange={change} />
          )}
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

interface DecisionPartProps {
  event: AffectedEvent;
  choice: DecisionDraft;
  onChange: (part: Partial<DecisionDraft>) => void;
}

const OTHER_TIME = "another time";

function toOtherTime({ startTime, field, facility }: AffectedEvent): Partial<DecisionDraft> {
  const local = Temporal.Instant.from(startTime).toZonedDateTimeISO(facility.timezone);
  const [date, time] = [local.toPlainDate().toString(), local.toPlainTime().toString().slice(0, 5)];
  return { isOtherTime: true, fieldId: field.id, date, time };
}

function MoveTargetFields({ event, choice, fields, onChange }: DecisionPartProps & Pick<DecisionsProps, "fields">) {
  const t = useTranslation();
  const target = (value: string) =>
    onChange(value === OTHER_TIME ? toOtherTime(event) : { isOtherTime: false, fieldId: value });
  return (
    <>
      <Select
        aria-label={t("hours.moveTo")}
        value={choice.isOtherTime ? OTHER_TIME : choice.fieldId}
        onValueChange={target}
        options={[
          ...event.alternatives.map(({ fieldId, name }) => ({ value: fieldId, label: t("hours.sameTime", { name }) })),
          { value: OTHER_TIME, label: `${t("hours.otherTime")}…` },
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
          <DateInput aria-label={t("hours.date")} value={choice.date} onValueChange={(date) => onChange({ date })} />
          <DateInput
            kind="time"
            aria-label={t("kit.start")}
            value={choice.time}
            onValueChange={(time) => onChange({ time })}
          />
        </div>
      )}
    </>
  );
}

function RefundChoice({ event, choice, onChange }: DecisionPartProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can } = useScope();
  const full = t("hours.refundFull", { amount: money(event.paid, event.currency) });
  if (!can("payments.refund")) return <p className="text-13 text-ink-2">{full}</p>;
  return (
    <Select
      aria-label={t("hours.refund")}
      value={choice.refund}
      onValueChange={(refund) => onChange({ refund })}
      options={[
        { value: "full", label: full },
        { value: "none", label: t("hours.refundNone") },
      ]}
    />
  );
}
