/** The log of a device: what it was told or will be, and what it answered; never a code. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, History } from "lucide-react";
import { useState } from "react";
import {
  deviceMessageStatuses,
  devices,
  type Device,
  type DeviceMessage,
  type DeviceMessageStatus,
} from "#contract/devices.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { SelectFilter } from "#web/kit/list/list-filters.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { actionLabels, failureLabels, statusLabels, statusTones } from "./labels.ts";

/** While something is due, its outcome is near. */
const POLL_MS = 2000;

const isDue = ({ status, dueAt }: DeviceMessage, at: number): boolean =>
  status === "waiting" && Date.parse(dueAt) <= at;

export function MessageLog({ device }: { device: Device }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [status, setStatus] = useState<DeviceMessageStatus>();
  const [page, setPage] = useState(1);
  const params = { organizationId, deviceId: device.id };
  const list = useQuery({
    ...endpointQuery(devices.messages, { params, query: { status, page } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.data.some((one) => isDue(one, state.dataUpdatedAt)) === true && POLL_MS,
  });
  const meta = list.data?.meta;
  return (
    <section aria-labelledby="messages" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="messages" className="text-sm font-semibold">
            {t("devices.log")}
          </h2>
          <p className="text-xs text-ink-3">{t("devices.logHint")}</p>
        </div>
        <SelectFilter
          name="status"
          label={t("devices.filter")}
          all={t("devices.anyOutcome")}
          value={status}
          options={deviceMessageStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
          onChoose={(chosen) => {
            setStatus(chosen as DeviceMessageStatus | undefined);
            setPage(1);
          }}
        />
      </div>
      <CardList
        label={t("devices.log")}
        query={list}
        empty={
          <EmptyState icon={History} title={t("devices.logEmpty")}>
            {t("devices.logEmptyText")}
          </EmptyState>
        }
        row={(message) => <MessageRow key={message.id} message={message} />}
      />
      {meta && meta.last_page > 1 && (
        <nav aria-label={t("kit.pagination")} className="flex justify-end gap-2">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t("kit.previous")}
          </Button>
          <Button disabled={page >= meta.last_page} onClick={() => setPage(page + 1)}>
            {t("kit.next")}
          </Button>
        </nav>
      )}
    </section>
  );
}

function MessageRow({ message }: { message: DeviceMessage }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { path } = useScope();
  const { id, action, status, eventId, from, to, dueAt, nextAttemptAt, lastAnswer } = message;
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-13 hover:bg-hover pointer-coarse:min-h-11">
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90" />
          <span className="min-w-40 flex-1">{t(actionLabels[action])}</span>
          <Badge tone={statusTones[status]} dot>
            {t(statusLabels[status])}
          </Badge>
          <time dateTime={dueAt} className="text-xs text-ink-3 tnum">
            {dateTime(dueAt)}
          </time>
        </summary>
        <div className="grid gap-2 border-t border-line bg-sunken px-4 py-3 text-xs">
          <p className="text-ink-2 [overflow-wrap:anywhere]">
            <code>{`webhook-id: ${id}`}</code>
          </p>
          {eventId && (
            <p>
              <Link to={path(`/events/${eventId}`)} className={textLinkClass}>
                {t("devices.booking")}
              </Link>
              {from && to && (
                <span className="text-ink-2 tnum">
                  {` · ${t("devices.codeGood", { from: dateTime(from), to: dateTime(to) })}`}
                </span>
              )}
            </p>
          )}
          {nextAttemptAt && (
            <p className="text-ink-2 tnum">{t("devices.nextAttempt", { when: dateTime(nextAttemptAt) })}</p>
          )}
          {lastAnswer && <LastAnswer answer={lastAnswer} />}
        </div>
      </details>
    </li>
  );
}

/** When it was, what came, and how long it took. */
export function LastAnswer({ answer }: { answer: NonNullable<DeviceMessage["lastAnswer"]> }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { at, status, failure, durationMs, answer: text } = answer;
  const outcome = failure
    ? t(failureLabels[failure])
    : status === null
      ? t("devices.accepted")
      : t("devices.answered", { status });
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap gap-x-3 tnum">
        <span className="font-medium">{outcome}</span>
        <time dateTime={at}>{dateTime(at)}</time>
        <span className="text-ink-3">{t("webhooks.duration", { milliseconds: durationMs ?? 0 })}</span>
      </p>
      {text && (
        <pre className="max-h-60 overflow-auto rounded-md border border-line bg-surface p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </pre>
      )}
    </div>
  );
}
