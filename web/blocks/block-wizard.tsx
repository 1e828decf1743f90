/** Wizard of a block over bookings: each is kept, moved or canceled, and all of it is done in one step. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CloudRain, Mail } from "lucide-react";
import { useEffect, useState } from "react";
import { activity } from "#contract/activity.ts";
import { type BlockAction, blocks, type BlockedEvent } from "#contract/blocks.ts";
import { toInstant, toWallClock } from "#web/availability/slots.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { DateInput } from "#web/kit/form/date-input.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import type { SelectOption } from "#web/kit/ui/select.tsx";
import { Switch } from "#web/kit/ui/switch.tsx";
import { SidePanel } from "#web/kit/ui/side-panel.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { type BlockDrafts, decideAll, getDraft, summarize, toDecision } from "./block-drafts.ts";
import { BlockedFieldsSelect } from "./blocked-fields-select.tsx";
import { BlockedEventRow } from "./blocked-event-row.tsx";
import { offerBlockUndo } from "./offer-block-undo.ts";
import type { BlockPreview, NewBlock } from "./new-block.ts";

interface BlockWizardProps {
  start: NewBlock;
  /** All fields that a booking may move to. */
  fields: readonly SelectOption<string>[];
  timezone: string;
  onPreview: (preview: BlockPreview) => void;
  onBack: () => void;
  onClose: () => void;
}

function useBlockedEvents({ places, name, isWeather }: NewBlock) {
  const { organizationId } = useScope();
  const query = useQuery({
    queryKey: [blocks.create.name, { organizationId, places, isWeather }],
    queryFn: () =>
      call(
        blocks.create,
        { params: { organizationId }, query: { dryRun: "true" }, body: { places: [...places], name, isWeather } },
        { quiet: true },
      ),
    gcTime: 0,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  useLiveRefresh(activity.live, organizationId, { events: [blocks.create.name] });
  return query;
}

export function BlockWizard({ start, fields, timezone, onPreview, onBack, onClose }: BlockWizardProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const [block, setBlock] = useState(start);
  const [drafts, setDrafts] = useState<BlockDrafts>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isChanged = block !== start || Object.keys(drafts).length > 0;
  const { data, error, isPending, isPlaceholderData, refetch } = useBlockedEvents(block);
  const events = data?.data.events;
  const [known, setKnown] = useState<{ places: NewBlock["places"]; ids: ReadonlySet<string> }>();
  if (events && !isPlaceholderData && known?.places !== block.places)
    setKnown({ places: block.places, ids: new Set(events.map(({ id }) => id)) });
  const added = isPlaceholderData ? [] : (events ?? []).filter(({ id }) => known && !known.ids.has(id));
  const preview = JSON.stringify(toPreview(block, events ?? [], drafts));
  useEffect(() => onPreview(JSON.parse(preview) as BlockPreview), [preview, onPreview]);

  const send = async (inside: readonly BlockedEvent[]) => {
    const decisions = inside.map((event) => toDecision(event, getDraft(drafts, event)));
    const { name, isWeather, description, internalNotes, reason, places } = block;
    const body = {
      places: [...places],
      name,
      isWeather,
      description,
      internalNotes,
      reason: reason || null,
      decisions,
    };
    const { data: made } = await call(
      blocks.create,
      { params: { organizationId }, body, idempotencyKey: keyOf(body) },
      { quiet: true },
    );
    const summary = summarize(inside, drafts);
    offerBlockUndo(t("blocks.done", { count: summary.moved, canceled: summary.canceled }), made.undo, {
      organizationId,
      cache,
    });
    invalidatePaymentQueries(cache);
    onClose();
  };
  const refuse = (reason: unknown, inside: readonly BlockedEvent[]) => {
    setSending(false);
    if (!(reason instanceof ApiError)) throw reason;
    setRefusals(toRefusals(reason, inside));
    setFailure(reason.message);
    void refetch();
  };
  const submit = () => {
    const inside = events ?? [];
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    send(inside).catch((reason: unknown) => refuse(reason, inside));
  };
  const change = (part: Partial<NewBlock>) => setBlock({ ...block, ...part });
  const [first] = block.places;
  const { day, timeRange } = useDateFormats(timezone);
  return (
    <SidePanel
      title={t("blocks.title", { count: new Set(block.places.map(({ fieldId }) => fieldId)).size })}
      icon={
        <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-blue-bg text-blue-fg" aria-hidden>
          <CloudRain className="size-4" />
        </span>
      }
      description={
        first && (
          <p className="text-13 text-ink-2 first-letter:uppercase tnum">
            {day(first.startTime)}, {timeRange(first.startTime, first.endTime)}
          </p>
        )
      }
      header={<BlockFields {...{ block, fields, timezone }} onChange={change} />}
      footer={
        events && (
          <WizardFooter
            events={events}
            drafts={drafts}
            isSending={isSending}
            isNameless={block.name.trim() === ""}
            onBack={onBack}
            onSubmit={submit}
          />
        )
      }
      onClose={() => (isChanged ? setLeaving(true) : onClose())}
    >
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t("kit.leaveTitle")}
        confirm={t("kit.leave")}
        cancel={t("kit.stay")}
        onConfirm={onClose}
      >
        {t("kit.leaveText")}
      </ConfirmDialog>
      {error && (
        <p role="alert" className="px-4 py-3 text-13 text-danger">
          {error.message}
        </p>
      )}
      {failure !== undefined && (
        <p role="alert" className="border-b border-line bg-rose-bg px-4 py-2.5 text-13 text-rose-fg">
          {failure}
        </p>
      )}
      {failure === undefined && added.length > 0 && (
        <p role="alert" className="border-b border-line bg-rose-bg px-4 py-2.5 text-13 text-rose-fg">
          {t("blocks.madeMeanwhile", { count: added.length })}
        </p>
      )}
      {isPending && !error && <Skeleton className="m-4 h-24" />}
      {events && (
        <>
          <DecideAll events={events} onDecide={(action) => setDrafts(decideAll(events, drafts, action))} />
          <ul aria-label={t("blocks.inside", { count: events.length })}>
            {events.map((event) => (
              <BlockedEventRow
                key={event.id}
                event={event}
                draft={getDraft(drafts, event)}
                isNew={added.includes(event)}
                refusal={refusals[event.id]}
                fields={fields}
                places={block.places}
                onChange={(draft) => setDrafts({ ...drafts, [event.id]: draft })}
              />
            ))}
          </ul>
        </>
      )}
    </SidePanel>
  );
}

/** Texts by the event that they concern. */
function toRefusals({ errors }: ApiError, inside: readonly BlockedEvent[]): Readonly<Record<string, string>> {
  const rows = Object.entries(errors ?? {}).flatMap(([name, texts]) => {
    const event = inside[Number(/^decisions\.(\d+)/.exec(name)?.[1] ?? Number.NaN)];
    return event ? [[event.id, texts.join(" ")] as const] : [];
  });
  return Object.fromEntries(rows);
}

function toPreview(block: NewBlock, events: readonly BlockedEvent[], drafts: BlockDrafts): BlockPreview {
  return {
    places: block.places,
    events: events.map((event) => {
      const { action, target } = getDraft(drafts, event);
      const minutes = (Date.parse(event.endTime) - Date.parse(event.startTime)) / 60_000;
      return {
        id: event.id,
        action,
        name: event.customer ?? event.name,
        minutes,
        ...(action === "move" && target && { target }),
      };
    }),
  };
}

interface BlockFieldsProps {
  block: NewBlock;
  fields: BlockWizardProps["fields"];
  timezone: string;
  onChange: (part: Partial<NewBlock>) => void;
}

function BlockFields({ block, fields, timezone, onChange }: BlockFieldsProps) {
  const t = useTranslation();
  const { places, name, isWeather, reason } = block;
  const [first] = places;
  // Places of several days, as drawn in the week, keep their own times.
  const isOneTime = places.every(
    ({ startTime, endTime }) => startTime === first?.startTime && endTime === first.endTime,
  );
  return (
    <>
      <div className="grid grid-cols-[7.5rem_1fr] gap-2 sm:grid-cols-[9rem_1fr]">
        <Input
          aria-label={t("events.reason")}
          value={name}
          maxLength={160}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Input
          aria-label={t("blocks.reasonToCustomers")}
          placeholder={t("blocks.reasonToCustomers")}
          value={reason}
          maxLength={300}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      </div>
      <label className="flex items-center gap-2.5 text-13">
        <Switch checked={isWeather} onCheckedChange={(next) => onChange({ isWeather: next })} />
        {t("blocks.isWeather")}
      </label>
      {isOneTime && first && (
        <>
          <BlockedFieldsSelect places={places} fields={fields} onChange={(next) => onChange({ places: next })} />
          <TimeFields {...{ places, timezone, onChange }} />
        </>
      )}
    </>
  );
}

function toUtc({ date, time }: { date: string; time: string }, timezone: string): string | undefined {
  const instant = toInstant(date, time, timezone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

function TimeFields({
  places,
  timezone,
  onChange,
}: Pick<BlockFieldsProps, "timezone" | "onChange"> & Pick<NewBlock, "places">) {
  const t = useTranslation();
  const [first] = places;
  if (!first) return null;
  const [from, to] = [toWallClock(first.startTime, timezone), toWallClock(first.endTime, timezone)];
  const set = (nextFrom: typeof from, nextTo: typeof to) => {
    const startTime = toUtc(nextFrom, timezone);
    const endTime = toUtc(nextTo, timezone);
    if (!startTime || !endTime || startTime >= endTime) return;
    onChange({ places: places.map(({ fieldId }) => ({ fieldId, startTime, endTime })) });
  };
  return (
    <div className="grid grid-cols-2 gap-2">
      <DateInput
        aria-label={t("blocks.fromDate")}
        value={from.date}
        onValueChange={(date) => {
          if (!date) return;
          set({ ...from, date }, date > to.date ? { ...to, date } : to);
        }}
        isLazy
      />
      <DateInput
        kind="time"
        aria-label={t("blocks.fromTime")}
        value={from.time}
        onValueChange={(time) => time && set({ ...from, time }, to)}
        isLazy
      />
      <DateInput
        aria-label={t("blocks.toDate")}
        value={to.date}
        onValueChange={(date) => date && set(from, { ...to, date })}
        isLazy
      />
      <DateInput
        kind="time"
        aria-label={t("blocks.toTime")}
        value={to.time}
        onValueChange={(time) => time && set(from, { ...to, time })}
        isLazy
      />
    </div>
  );
}

function DecideAll({ events, onDecide }: { events: readonly BlockedEvent[]; onDecide: (action: BlockAction) => void }) {
  const t = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2.5">
      <p className="mr-auto text-13 font-semibold max-sm:basis-full" role="status">
        {t("blocks.inside", { count: events.length })}
      </p>
      <Button size="sm" onClick={() => onDecide("keep")}>
        {t("blocks.keepAll")}
      </Button>
      <Button size="sm" disabled={events.every(({ suggestion }) => !suggestion)} onClick={() => onDecide("move")}>
        {t("blocks.moveAll")}
      </Button>
      <Button size="sm" onClick={() => onDecide("cancel")}>
        {t("blocks.cancelAll")}
      </Button>
    </div>
  );
}

interface WizardFooterProps {
  events: readonly BlockedEvent[];
  drafts: BlockDrafts;
  isSending: boolean;
  isNameless: boolean;
  onBack: () => void;
  onSubmit: () => void;
}

function WizardFooter({ events, drafts, isSending, isNameless, onBack, onSubmit }: WizardFooterProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { moved, canceled, kept, told, refunds } = summarize(events, drafts);
  const back = [...refunds].map(([currency, amount]) => money(amount, currency)).join(" + ");
  return (
    <footer className="grid gap-2.5 border-t border-line bg-sunken px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <p role="status" className="flex flex-wrap gap-x-5 gap-y-1 text-13 tnum">
        <span>{t("blocks.movedCount", { count: moved })}</span>
        <span>
          {t("blocks.canceledCount", { count: canceled })}
          {back && `, ${t("blocks.amountBack", { amount: back })}`}
        </span>
        <span>{t("blocks.keptCount", { count: kept })}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto flex items-center gap-1.5 text-xs text-ink-2 max-sm:basis-full">
          <Mail className="size-3.5 shrink-0" aria-hidden />
          {t("blocks.mails", { count: told })}
        </p>
        <Button className="max-sm:flex-1" disabled={isSending} onClick={onBack}>
          {t("blocks.back")}
        </Button>
        <Button
          variant="primary"
          className="max-sm:flex-1"
          pending={isSending}
          disabled={isNameless}
          onClick={onSubmit}
        >
          {told > 0 ? t("blocks.blockAndTell", { count: told }) : t("blocks.block")}
        </Button>
      </div>
    </footer>
  );
}
