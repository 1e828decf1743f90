/** Today and tomorrow of the desk as this browser keeps them, to be read. */
import { localDate } from "#messages/dates.ts";
import { statusLabels } from "#web/events/labels.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import type { OfflineAnswers } from "./offline-answers.ts";

type KeptDay = OfflineAnswers["day"];
type KeptEvent = KeptDay["events"][number];

export function OfflineDays({ day }: { day: KeptDay }) {
  const t = useTranslation();
  const { longDay } = useDateFormats("UTC");
  const fields = new Map(day.fields.map((field) => [field.id, field]));
  const isOf = (date: string, { startTime, endTime, fieldId }: KeptEvent) => {
    const zone = fields.get(fieldId)?.timezone;
    return localDate(startTime, zone) <= date && date <= localDate(Date.parse(endTime) - 1, zone);
  };
  const sorted = day.events.toSorted((one, other) => one.startTime.localeCompare(other.startTime));
  return day.dates.map((date) => {
    const events = sorted.filter((event) => isOf(date, event));
    return (
      <Card key={date} title={<span className="block first-letter:uppercase">{longDay(noonOf(date))}</span>}>
        {events.length === 0 ? (
          <p className="px-4 py-3 text-13 text-ink-3">{t("bookings.keptDayEmpty")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {events.map((event) => (
              <EventRow
                key={`${event.fieldId} ${event.startTime}`}
                event={event}
                field={fields.get(event.fieldId)}
                hasFacilities={new Set(day.fields.map(({ facilityName }) => facilityName)).size > 1}
              />
            ))}
          </ul>
        )}
      </Card>
    );
  });
}

interface EventRowProps {
  event: KeptEvent;
  field: KeptDay["fields"][number] | undefined;
  hasFacilities: boolean;
}

function EventRow({ event, field, hasFacilities }: EventRowProps) {
  const t = useTranslation();
  const { timeRange } = useDateFormats(field?.timezone);
  const { startTime, endTime, name, creator, kind, status, people } = event;
  const isBlock = kind === "block";
  const title = [...new Set([creator, name])].filter(Boolean).join(" · ");
  return (
    <li className="grid gap-0.5 px-4 py-2.5">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {(isBlock ? name : title) || t("bookings.busy")}
        </span>
        {isBlock ? (
          <Badge tone="outline" className="shrink-0">
            {t("events.kindBlock")}
          </Badge>
        ) : (
          status &&
          status !== "approved" && (
            <Badge tone={statusTone(status)} dot={status} className="shrink-0">
              {t(statusLabels[status])}
            </Badge>
          )
        )}
      </span>
      <span className="text-13 tnum">{timeRange(startTime, endTime)}</span>
      <span className="text-xs [overflow-wrap:anywhere] text-ink-3">
        {[
          field?.name,
          hasFacilities && field?.facilityName,
          people !== undefined && people > 1 && t("bookings.players", { count: people }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
