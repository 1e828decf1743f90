/** A booking inside a block: keep, move or cancel it. */
import { ArrowRight, Equal, Phone, Repeat, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import type { BlockAction, BlockedEvent, SuggestionReason } from "#contract/blocks.ts";
import { toInstant, toWallClock } from "#web/availability/slots.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DateInput } from "#web/kit/form/date-input.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Select, type SelectOption } from "#web/kit/ui/select.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import { type BlockDraft, startOfTarget } from "./block-drafts.ts";
import type { NewBlock } from "./new-block.ts";
import { useFreeFirst } from "./use-free-first.ts";

const reasonKeys = {
  same_time: "blocks.sameTime",
  same_time_indoor: "blocks.underRoof",
  same_field: "blocks.sameField",
  other_day: "blocks.otherDay",
} as const satisfies Partial<Record<SuggestionReason, string>>;

interface BlockedEventRowProps {
  event: BlockedEvent;
  draft: BlockDraft;
  isNew: boolean;
  refusal: string | undefined;
  fields: readonly SelectOption<string>[];
  places: NewBlock["places"];
  onChange: (draft: BlockDraft) => void;
}

export function BlockedEventRow({ event, draft, isNew, refusal, fields, places, onChange }: BlockedEventRowProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const id = useId();
  const { timeRange } = useDateFormats(event.timezone);
  const name = event.customer ?? event.name;
  const { action } = draft;
  const labels: Record<BlockAction, string> = {
    keep: t("blocks.keep"),
    move: t("blocks.move"),
    cancel: t("blocks.cancel"),
  };
  const choose = (next: BlockAction) =>
    onChange({ ...draft, action: next, target: draft.target ?? (next === "move" ? startOfTarget(event) : undefined) });
  const facts = [
    `${event.field.name}, ${timeRange(event.startTime, event.endTime)}`,
    event.price > 0 && money(event.price, event.currency),
    event.price > 0 &&
      t(event.paid > 0 ? (event.isPaidOnline ? "blocks.paidOnline" : "blocks.paid") : "blocks.notPaid"),
    (event.people ?? 1) > 1 && t("events.peopleCount", { count: event.people ?? 1 }),
  ].filter(Boolean);
  return (
    <li className={cx("border-b border-line px-4 py-3 last:border-b-0", refusal !== undefined && "bg-rose-bg/40")}>
      <div role="group" aria-label={name} className="grid gap-1.5">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 max-sm:basis-full">
            <p className="flex flex-wrap items-center gap-1.5 text-13 font-medium [overflow-wrap:anywhere]">
              {name}
              {isNew && <Badge tone="rose">{t("blocks.new")}</Badge>}
              {event.seriesId && <Badge icon={<Repeat aria-hidden />}>{t("blocks.oneDate")}</Badge>}
              {event.isWaiting && <Badge tone="amber">{t("blocks.waiting")}</Badge>}
            </p>
            <p className="text-xs text-ink-3 tnum">{facts.join(" · ")}</p>
          </div>
          <div className="max-sm:w-full max-sm:*:w-full max-sm:*:*:flex-1 max-sm:*:*:justify-center">
            <SegmentedControl
              name={id}
              aria-label={t("blocks.whatBecomes", { name })}
              value={action}
              onValueChange={choose}
              options={event.actions.map((value) => ({ value, label: labels[value] }))}
            />
          </div>
        </div>
        {action === "keep" && (
          <p className="flex items-center gap-2 text-xs text-ink-2">
            <Equal className="size-3.5 shrink-0" aria-hidden />
            {t("blocks.stays")}
          </p>
        )}
        {action === "move" && <MoveTarget {...{ event, draft, fields, places, onChange }} />}
        {action === "cancel" && <CancelOutcome event={event} draft={draft} onChange={onChange} />}
        {action !== "keep" && !event.isTold && (
          <p className="flex items-center gap-2 text-xs text-ink-2">
            <Phone className="size-3.5 shrink-0" aria-hidden />
            {event.phone ? (
              <>
                {t("blocks.callThem")}{" "}
                <a href={telephoneLink(event.phone)} className={textLinkClass}>
                  {event.phone}
                </a>
              </>
            ) : (
              t("blocks.notTold")
            )}
          </p>
        )}
        {refusal !== undefined && (
          <p role="alert" className="text-13 text-danger">
            {refusal}
          </p>
        )}
      </div>
    </li>
  );
}

type RowPart = Pick<BlockedEventRowProps, "event" | "draft" | "onChange">;

function MoveTarget(props: RowPart & Pick<BlockedEventRowProps, "fields" | "places">) {
  const { event, draft, fields, places, onChange } = props;
  const t = useTranslation();
  const { day, timeRange, duration } = useDateFormats(event.timezone);
  const { suggestion } = event;
  const { target } = draft;
  const [isOpen, setOpen] = useState(!suggestion);
  const isSuggested = suggestion && target?.fieldId === suggestion.fieldId && target.startTime === suggestion.startTime;
  const at = target ?? startOfTarget(event);
  const wall = toWallClock(at.startTime, event.timezone);
  const options = useFreeFirst({ event, target: at, places, fields, wall, isOpen });
  const set = (fieldId: string, date: string, time: string) => {
    const startTime = toInstant(date, time, event.timezone);
    if (startTime) onChange({ ...draft, target: { fieldId, startTime: new Date(startTime).toISOString() } });
  };
  const length = Date.parse(event.endTime) - Date.parse(event.startTime);
  const end = new Date(Date.parse(at.startTime) + length).toISOString();
  const isSameDay = wall.date === toWallClock(event.startTime, event.timezone).date;
  const fieldName = fields.find(({ value }) => value === at.fieldId)?.label ?? suggestion?.fieldName ?? "";
  const place = [
    isSameDay ? fieldName : day(at.startTime),
    timeRange(at.startTime, end),
    !isSameDay && at.fieldId !== event.field.id && fieldName,
  ].filter(Boolean);
  const reason = () => {
    if (!isSuggested) return "";
    if (suggestion.reason === "later") return t("blocks.later", { time: duration(suggestion.minutes) });
    if (suggestion.reason === "earlier") return t("blocks.earlier", { time: duration(-suggestion.minutes) });
    return t(reasonKeys[suggestion.reason]);
  };
  return (
    <>
      <div className="flex items-center gap-2 text-xs text-accent-ink">
        <ArrowRight className="size-3.5 shrink-0" aria-hidden />
        <p className="min-w-0 flex-1 tnum">
          <span className="font-medium first-letter:uppercase">{place.join(", ")}</span>{" "}
          <span className="text-ink-3">{reason()}</span>
        </p>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={`${textLinkClass} shrink-0 pointer-coarse:min-h-10`}
        >
          {t("blocks.change")}
        </button>
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_9.5rem_8.5rem]">
          <Select
            aria-label={t("blocks.field")}
            className="max-sm:col-span-2"
            value={at.fieldId}
            onValueChange={(fieldId) => set(fieldId, wall.date, wall.time)}
            options={options}
          />
          <DateInput
            aria-label={t("blocks.date")}
            value={wall.date}
            onValueChange={(date) => date && set(at.fieldId, date, wall.time)}
          />
          <DateInput
            kind="time"
            aria-label={t("blocks.start")}
            value={wall.time}
            onValueChange={(time) => time && set(at.fieldId, wall.date, time)}
          />
        </div>
      )}
    </>
  );
}

function CancelOutcome({ event, draft, onChange }: RowPart) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can } = useScope();
  const amount = money(event.paid, event.currency);
  const full = t(event.isPaidOnline ? "blocks.refundCard" : "blocks.refundFull", { amount });
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-danger">
      <Undo2 className="size-3.5 shrink-0" aria-hidden />
      {event.paid === 0 ? (
        t("blocks.nothingPaid")
      ) : can("payments.refund") ? (
        <Select
          aria-label={t("blocks.refund")}
          className="min-w-52"
          value={draft.refund}
          onValueChange={(refund) => onChange({ ...draft, refund })}
          options={[
            { value: "full", label: full },
            { value: "none", label: t("blocks.refundNone") },
          ]}
        />
      ) : (
        full
      )}
    </div>
  );
}
