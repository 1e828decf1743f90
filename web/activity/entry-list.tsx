/** Entries of the activity by day, latest first. */
import { ChevronRight } from "lucide-react";
import { Fragment, useId, useState } from "react";
import type { ActivityEntry } from "#contract/activity.ts";
import { describeSeveral } from "#contract/activity-sentence-rules.ts";
import { useUser } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { localDate } from "#messages/dates.ts";
import { EntryFace, EntryRow, entryGridClass, entryTimeClass, NewMark } from "./entry-row.tsx";

const DAY_MS = 86_400_000;
const endedStatuses: Readonly<Record<string, string>> = { "events.cancel": "canceled", "events.reject": "rejected" };

/** The latest entry of each event that has ended it. */
function listUndoableIds(entries: readonly ActivityEntry[]): ReadonlySet<string> {
  const latest = new Map<string, string>();
  for (const { id, act, event } of entries)
    if (event && event.status === endedStatuses[act] && !latest.has(event.id)) latest.set(event.id, id);
  return new Set(latest.values());
}

interface EntryListProps {
  entries: readonly ActivityEntry[];
  timeZone: string | undefined;
  /** End of the reader's visit before this one. */
  since?: string | null | undefined;
  /** Level of the days' headings. */
  level?: 2 | 3;
  /** Default: the system. */
  nobodyOf?: (entry: ActivityEntry) => string;
  /** Offers to take a cancellation or a rejection back beside its sentence. */
  hasUndo?: boolean;
}

export function EntryList({ entries, timeZone, since, level = 2, nobodyOf, hasUndo = false }: EntryListProps) {
  const t = useTranslation();
  const me = useUser().id;
  const days = Map.groupBy(entries, ({ at }) => localDate(at, timeZone));
  const isAfter = (entry: ActivityEntry) => typeof since === "string" && entry.at > since;
  // The line stands before the first entry that was there already.
  const known = since && entries.some(isAfter) ? entries.find((entry) => !isAfter(entry)) : undefined;
  const undoable = listUndoableIds(hasUndo ? entries : []);
  const row = (entry: ActivityEntry) => (
    <EntryRow
      key={entry.id}
      entry={entry}
      isNew={isAfter(entry) && entry.actor?.id !== me}
      nobody={nobodyOf?.(entry) ?? t("activity.system")}
      timeZone={timeZone}
      hasUndo={undoable.has(entry.id)}
    />
  );
  return [...days].map(([date, ofDay]) => (
    <DaySection key={date} date={date} at={ofDay[0]?.at ?? ""} level={level} timeZone={timeZone}>
      {listRuns(ofDay, known, t).map(({ entries: [first, ...rest] }) => (
        <Fragment key={first.id}>
          {first === known && since && <VisitLine since={since} timeZone={timeZone} />}
          {rest.length === 0 ? (
            row(first)
          ) : (
            <SeveralEntries
              first={first}
              last={rest.at(-1) ?? first}
              count={rest.length + 1}
              isNew={isAfter(first)}
              timeZone={timeZone}
            >
              {[first, ...rest].map(row)}
            </SeveralEntries>
          )}
        </Fragment>
      ))}
    </DaySection>
  ));
}

/** Entries that are one line. */
interface Run {
  entries: [ActivityEntry, ...ActivityEntry[]];
}
const MIN_RUN = 3;

/** Puts deeds of the system together that follow each other: bookings that took place, invoices, reminders. */
function listRuns(entries: readonly ActivityEntry[], known: ActivityEntry | undefined, t: Translate): Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const last = runs.at(-1)?.entries;
    const isLike = last && entry.actor === null && last[0].actor === null && entry.act === last[0].act;
    if (isLike && entry !== known && describeSeveral(entry, 1, t)) last.push(entry);
    else runs.push({ entries: [entry] });
  }
  return runs.flatMap((run) =>
    run.entries.length < MIN_RUN ? run.entries.map((entry): Run => ({ entries: [entry] })) : [run],
  );
}

interface SeveralEntriesProps {
  first: ActivityEntry;
  last: ActivityEntry;
  count: number;
  isNew: boolean;
  timeZone: string | undefined;
  children: React.ReactNode;
}

function SeveralEntries({ first, last, count, isNew, timeZone, children }: SeveralEntriesProps) {
  const t = useTranslation();
  const { time, timeRange } = useDateFormats(timeZone);
  return (
    <li>
      <details className="group">
        <summary className={`${entryGridClass} cursor-pointer`}>
          <span className={entryTimeClass}>
            <time dateTime={first.at}>{time(first.at)}</time>
            {isNew && <NewMark />}
          </span>
          <EntryFace entry={first} />
          <span className="grid min-w-0 gap-0.5 sm:pt-1">
            <span className="flex items-center gap-1.5 text-13 text-ink-2">
              {describeSeveral(first, count, t)}
              <ChevronRight
                aria-hidden
                className="size-3.5 shrink-0 text-ink-3 transition-transform group-open:rotate-90"
              />
            </span>
            {last.at !== first.at && <span className="text-xs text-ink-3 tnum">{timeRange(last.at, first.at)}</span>}
          </span>
        </summary>
        <ol className="mb-2 divide-y divide-line border-l-2 border-line pl-3 sm:ml-20">{children}</ol>
      </details>
    </li>
  );
}

interface DaySectionProps {
  date: string;
  at: string;
  level: 2 | 3;
  timeZone: string | undefined;
  children: React.ReactNode;
}

function DaySection({ date, at, level, timeZone, children }: DaySectionProps) {
  const t = useTranslation();
  const id = useId();
  const [now] = useState(() => Date.now());
  const { day, weekdayDate, withOtherZoneName } = useDateFormats(timeZone);
  const isThisYear = localDate(now, timeZone).slice(0, 4) === date.slice(0, 4);
  const Heading = `h${level}` as const;
  const name = withOtherZoneName(isThisYear ? day(at) : weekdayDate(at), at);
  const heading =
    date === localDate(now, timeZone)
      ? t("activity.today", { day: name })
      : date === localDate(now - DAY_MS, timeZone)
        ? t("activity.yesterday", { day: name })
        : name;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="pt-4 pb-1.5 text-xs font-semibold text-ink-2">
        {heading}
      </Heading>
      <ol aria-labelledby={id} className="divide-y divide-line border-t border-line">
        {children}
      </ol>
    </section>
  );
}

/** An instant as in "Sun, Nov 22 at 6:04 PM". */
export function useDayAndTime(timeZone: string | undefined) {
  const t = useTranslation();
  const { day, time } = useDateFormats(timeZone);
  return (instant: string) => t("activity.dayAndTime", { day: day(instant), time: time(instant) });
}

function VisitLine({ since, timeZone }: { since: string; timeZone: string | undefined }) {
  const t = useTranslation();
  const dayAndTime = useDayAndTime(timeZone);
  return (
    <li className="flex items-center gap-3 border-0 py-1 text-xs font-semibold text-accent-ink before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
      <span className="text-center">{t("activity.lastHere", { at: dayAndTime(since) })}</span>
    </li>
  );
}
