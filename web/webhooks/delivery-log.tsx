/** The log of a webhook: each delivery with what was sent and answered, to send again one by one or by days. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import * as z from "zod/mini";
import { localDate } from "#contract/kit.ts";
import { webhooks, type Webhook, type WebhookAttempt, type WebhookDelivery } from "#contract/webhooks.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OutcomeLog, OutcomeRow, SentText, useOutcomeLogSearch, WebhookId } from "./outcome-log.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { deliveryLabels, deliveryTones, failureLabels } from "./labels.ts";

/** While something waits, its outcome is near. */
const POLL_MS = 2000;

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { status, page } = useOutcomeLogSearch(deliveryLabels);
  const params = { organizationId, webhookId: webhook.id };
  const list = useQuery({
    ...endpointQuery(webhooks.deliveries, { params, query: { status, page } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.data.some((one) => one.status === "waiting") === true && POLL_MS,
  });
  return (
    <OutcomeLog
      title={t("webhooks.log")}
      hint={t("webhooks.logHint")}
      filter={{ label: t("webhooks.outcome"), all: t("webhooks.anyOutcome"), status, labels: deliveryLabels }}
      actions={webhook.active && <ReplayDays webhookId={webhook.id} />}
      query={list}
      empty={{ title: t("webhooks.logEmpty"), text: t("webhooks.logEmptyText") }}
      row={(delivery) => <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />}
    />
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
    <OutcomeRow
      title={<code>{type}</code>}
      outcome={{ label: t(deliveryLabels[status]), tone: deliveryTones[status] }}
      at={createdAt}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <WebhookId id={id} />
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
        <p className="text-ink-2 tnum">{t("webhooks.nextAttempt", { when: dateTime(nextAttemptAt) })}</p>
      )}
      {attempts.length > 0 && (
        <ol className="grid gap-3" aria-label={t("webhooks.attempts")}>
          {attempts.map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
      <figure>
        <figcaption className="mb-1 font-medium text-ink-2">{t("webhooks.sentBody")}</figcaption>
        <SentText>{formatJson(body)}</SentText>
      </figure>
    </OutcomeRow>
  );
}

function Attempt({ attempt: { at, url, status, failure, durationMs, answer } }: { attempt: WebhookAttempt }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const outcome = failure ? t(failureLabels[failure]) : t("webhooks.answered", { status: status ?? 0 });
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap gap-x-3 tnum">
        <time dateTime={at}>{dateTime(at)}</time>
        <span className="font-medium">{outcome}</span>
        <span className="text-ink-3">{t("webhooks.duration", { milliseconds: durationMs })}</span>
      </p>
      <p className="text-ink-3 [overflow-wrap:anywhere]">{url}</p>
      {answer && <SentText>{answer}</SentText>}
    </li>
  );
}

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
