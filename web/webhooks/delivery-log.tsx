/** The log of a webhook: each delivery with what was sent and answered, to send again one by one or by days. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ChevronRight, History, RotateCcw } from "lucide-react";
import * as z from "zod/mini";
import { localDate } from "#contract/kit.ts";
import {
  deliveryStatuses,
  webhooks,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from "#contract/webhooks.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { SelectFilter } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { deliveryLabels, deliveryTones, failureLabels } from "./labels.ts";

/** While something waits, its outcome is near. */
const POLL_MS = 2000;

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { page } = useListSearch();
  const outcome = useSearch({ strict: false, select: (search: { outcome?: unknown }) => search.outcome });
  const status = parseSearchOption(deliveryLabels, outcome);
  const params = { organizationId, webhookId: webhook.id };
  const list = useQuery({
    ...endpointQuery(webhooks.deliveries, { params, query: { status, page } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.data.some((one) => one.status === "waiting") === true && POLL_MS,
  });
  return (
    <section aria-labelledby="deliveries" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="deliveries" className="text-sm font-semibold">
            {t("webhooks.log")}
          </h2>
          <p className="text-xs text-ink-3">{t("webhooks.logHint")}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SelectFilter
            name="outcome"
            label={t("webhooks.outcome")}
            all={t("webhooks.anyOutcome")}
            value={status}
            options={deliveryStatuses.map((value) => ({ value, label: t(deliveryLabels[value]) }))}
          />
          {webhook.active && <ReplayDays webhookId={webhook.id} />}
        </div>
      </div>
      <CardList
        label={t("webhooks.log")}
        query={list}
        empty={
          <EmptyState icon={History} title={t("webhooks.logEmpty")}>
            {t("webhooks.logEmptyText")}
          </EmptyState>
        }
        row={(delivery) => <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />}
      />
      <Pagination meta={list.data?.meta} />
    </section>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const { id, type, status, nextAttemptAt, body, attempts, created_at: createdAt } = delivery;
  const replay = useMutation({
    ...endpointMutation(webhooks.replay),
    onSuccess: () => cache.invalidateQueries({ queryKey: [webhooks.deliveries.name] }),
  });
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-13 hover:bg-hover pointer-coarse:min-h-11">
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90" />
          <code className="min-w-40 flex-1 [overflow-wrap:anywhere]">{type}</code>
          <Badge tone={deliveryTones[status]} dot>
            {t(deliveryLabels[status])}
          </Badge>
          <time dateTime={createdAt} className="text-xs text-ink-3 tnum">
            {dateTime(createdAt)}
          </time>
        </summary>
        <div className="grid gap-4 border-t border-line bg-sunken px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
              <code>{`webhook-id: ${id}`}</code>
            </p>
            {webhook.active && status !== "waiting" && (
              <Button
                size="sm"
                pending={replay.isPending}
                onClick={() =>
                  replay.mutate({ params: { organizationId, webhookId: webhook.id, deliveryId: id }, body: {} })
                }
              >
                <RotateCcw aria-hidden />
                {t("webhooks.replay")}
              </Button>
            )}
          </div>
          {nextAttemptAt && (
            <p className="text-xs text-ink-2 tnum">{t("webhooks.nextAttempt", { when: dateTime(nextAttemptAt) })}</p>
          )}
          {attempts.length > 0 && (
            <ol className="grid gap-3" aria-label={t("webhooks.attempts")}>
              {attempts.map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} />
              ))}
            </ol>
          )}
          <figure>
            <figcaption className="mb-1 text-xs font-medium text-ink-2">{t("webhooks.sentBody")}</figcaption>
            <Code>{formatJson(body)}</Code>
          </figure>
        </div>
      </details>
    </li>
  );
}

function Attempt({ attempt: { at, url, status, failure, durationMs, answer } }: { attempt: WebhookAttempt }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const outcome = failure ? t(failureLabels[failure]) : t("webhooks.answered", { status: status ?? 0 });
  return (
    <li className="grid gap-1 text-xs">
      <p className="flex flex-wrap gap-x-3 tnum">
        <time dateTime={at}>{dateTime(at)}</time>
        <span className="font-medium">{outcome}</span>
        <span className="text-ink-3">{t("webhooks.duration", { milliseconds: durationMs })}</span>
      </p>
      <p className="text-ink-3 [overflow-wrap:anywhere]">{url}</p>
      {answer && <Code>{answer}</Code>}
    </li>
  );
}

const Code = ({ children }: { children: string }) => (
  <pre className="max-h-80 overflow-auto rounded-md border border-line bg-surface p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
    {children}
  </pre>
);

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const DaysDraft = z.strictObject({ from: localDate, to: localDate, includesDelivered: z.boolean() });
/** The midnight that begins a local date, plus some days. */
const midnightOf = (date: string, days = 0): string =>
  new Date(
    Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(Temporal.Now.timeZoneId()).epochMilliseconds,
  ).toISOString();

function ReplayDays({ webhookId }: { webhookId: string }) {
  const t = useTranslation();
  return (
    <DialogButton
      label={t("webhooks.replayDays")}
      icon={<RotateCcw aria-hidden />}
      title={t("webhooks.replayDays")}
      description={t("webhooks.replayDaysText")}
    >
      {(close) => <ReplayForm webhookId={webhookId} onClose={close} />}
    </DialogButton>
  );
}

function ReplayForm({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const replay = useMutation(endpointMutation(webhooks.replaySpan));
  const today = Temporal.Now.plainDateISO().toString();
  return (
    <Form
      schema={DaysDraft}
      defaultValues={{ from: today, to: today, includesDelivered: false }}
      guard={false}
      onSubmit={async ({ from, to, includesDelivered }) => {
        const body = { from: midnightOf(from), to: midnightOf(to, 1), includesDelivered };
        await replay.mutateAsync({ params: { organizationId, webhookId }, body });
        await cache.invalidateQueries({ queryKey: [webhooks.deliveries.name] });
        onClose();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField name="from" label={t("kit.from")} required />
        <DateField name="to" label={t("kit.to")} required />
      </div>
      <SwitchField
        name="includesDelivered"
        label={t("webhooks.includesDelivered")}
        hint={t("webhooks.includesDeliveredHint")}
      />
      <DialogFormActions onClose={onClose}>{t("webhooks.replay")}</DialogFormActions>
    </Form>
  );
}
