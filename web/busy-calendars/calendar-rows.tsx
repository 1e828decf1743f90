/** Busy calendars as rows: whether each can be read, and what it blocks. */
import { Link } from "@tanstack/react-router";
import type { BusyCalendar } from "#contract/busy-calendars.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { describeFailure, stateLabels, stateOf, stateTones } from "./labels.ts";

export function CalendarBadge({ calendar }: { calendar: BusyCalendar }) {
  const t = useTranslation();
  const state = stateOf(calendar);
  return (
    <Badge tone={stateTones[state]} dot>
      {t(stateLabels[state])}
    </Badge>
  );
}

export function FailureText({ calendar }: { calendar: BusyCalendar }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const reason = describeFailure(t, calendar);
  if (reason === undefined) return null;
  const { failingSince } = calendar;
  return failingSince === null ? reason : t("busy-calendars.failureSince", { reason, when: dateTime(failingSince) });
}

export function CalendarRow({ calendar }: { calendar: BusyCalendar }) {
  const t = useTranslation();
  const { path } = useScope();
  const { id, name, host, times, conflicts, failure } = calendar;
  return (
    <li className="relative grid gap-1 px-4 py-3 transition-colors has-[a:hover]:bg-hover">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        <Link
          to={path(`/busy-calendars/${id}`)}
          className="font-medium [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {name}
        </Link>
        <CalendarBadge calendar={calendar} />
        {conflicts > 0 && <Badge tone="amber">{t("busy-calendars.conflictCount", { count: conflicts })}</Badge>}
      </p>
      <p className="text-xs text-ink-2 [overflow-wrap:anywhere] tnum">
        {[host, t("busy-calendars.timeCount", { count: times })].filter(Boolean).join(" · ")}
      </p>
      {failure !== null && (
        <p className="text-xs text-danger">
          <FailureText calendar={calendar} />
        </p>
      )}
    </li>
  );
}
