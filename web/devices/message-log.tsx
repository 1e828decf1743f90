/** The log of a device: what it was told or will be, and what it answered; never a code. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { devices, type Device, type DeviceMessage } from "#contract/devices.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OutcomeLog, OutcomeRow, SentText, useOutcomeLogSearch, WebhookId } from "#web/webhooks/outcome-log.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { actionLabels, failureLabels, statusLabels, statusTones } from "./labels.ts";

/** While something is due, its outcome is near. */
const POLL_MS = 2000;

const isDue = ({ status, dueAt }: DeviceMessage, at: number): boolean =>
  status === "waiting" && Date.parse(dueAt) <= at;

export function MessageLog({ device }: { device: Device }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { status, page } = useOutcomeLogSearch(statusLabels);
  const params = { organizationId, deviceId: device.id };
  const list = useQuery({
    ...endpointQuery(devices.messages, { params, query: { status, page } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.data.some((one) => isDue(one, state.dataUpdatedAt)) === true && POLL_MS,
  });
  return (
    <OutcomeLog
      title={t("devices.log")}
      hint={t("devices.logHint")}
      filter={{ label: t("devices.filter"), all: t("devices.anyOutcome"), status, labels: statusLabels }}
      query={list}
      empty={{ title: t("devices.logEmpty"), text: t("devices.logEmptyText") }}
      row={(message) => <MessageRow key={message.id} message={message} />}
    />
  );
}

function MessageRow({ message }: { message: DeviceMessage }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { path } = useScope();
  const { id, action, status, eventId, from, to, dueAt, nextAttemptAt, lastAnswer } = message;
  return (
    <OutcomeRow
      title={t(actionLabels[action])}
      outcome={{ label: t(statusLabels[status]), tone: statusTones[status] }}
      at={dueAt}
    >
      <WebhookId id={id} />
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
    </OutcomeRow>
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
      {text && <SentText>{text}</SentText>}
    </div>
  );
}
