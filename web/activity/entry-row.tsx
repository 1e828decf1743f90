import { Link } from "@tanstack/react-router";
import type { ActivityEntry } from "#contract/activity.ts";
import { describeEntry, isTold, type SentencePart } from "#contract/activity-sentence-rules.ts";
import { RestoreButton } from "#web/events/restore-button.tsx";
import { listModules } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { navigationIcons } from "#web/kit/ui/navigation-icons.ts";
import { ChangeList, type ChangeText, useChangeTexts } from "./change-list.tsx";
import { listEntryChanges } from "./entry-changes.ts";
import { entryCurrency, entryPath } from "./labels.ts";
import { useSentenceFormats } from "./use-sentence-formats.ts";

export const entryGridClass =
  "grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-x-3 py-2.5 sm:grid-cols-[4.25rem_2rem_minmax(0,1fr)]";
export const entryTimeClass =
  "flex items-center gap-1.5 pt-1.5 text-xs whitespace-nowrap text-ink-3 tnum max-sm:col-start-3 max-sm:row-start-1 max-sm:pt-0.5";

interface EntryRowProps {
  entry: ActivityEntry;
  /** Others did it since the reader's last visit. */
  isNew: boolean;
  /** Called so where no person did it, or the reader may not know who. */
  nobody: string;
  timeZone: string | undefined;
  hasUndo: boolean;
}

export function EntryRow({ entry, isNew, nobody, timeZone, hasUndo }: EntryRowProps) {
  const t = useTranslation();
  const { time, zonedDateTime } = useDateFormats(timeZone);
  const { parts, details } = describeEntry(entry, { ...useSentenceFormats(timeZone), nobody });
  const { at, address, event } = entry;
  return (
    <li className={entryGridClass}>
      <p className={entryTimeClass} title={[zonedDateTime(at), address].filter(Boolean).join(" · ")}>
        <time dateTime={at}>{time(at)}</time>
        {isNew && <NewMark />}
      </p>
      <EntryFace entry={entry} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5 sm:flex-nowrap">
        <div className="grid min-w-0 gap-0.5 sm:pt-1">
          <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">
            {parts.map((part, index) => (
              <SentencePiece key={index} part={part} entry={entry} />
            ))}
          </p>
          {details.length > 0 && (
            <p className="text-xs text-ink-3 [overflow-wrap:anywhere] tnum">{details.join(" · ")}</p>
          )}
          <EntryChanges entry={entry} timeZone={event?.timezone ?? timeZone} isAlone={details.length === 0} />
        </div>
        {hasUndo && event && (
          <RestoreButton
            eventId={event.id}
            startTime={event.startTime}
            label={t("activity.undoDeed", { sentence: parts.map(({ text }) => text).join("") })}
          />
        )}
      </div>
    </li>
  );
}

export function NewMark() {
  const t = useTranslation();
  return (
    <span className="size-1.5 shrink-0 rounded-full bg-accent">
      <span className="sr-only">{t("activity.newEntry")}</span>
    </span>
  );
}

function SentencePiece({ part: { text, role }, entry }: { part: SentencePart; entry: ActivityEntry }) {
  const { path } = useScope();
  const place = role === "subject" ? entryPath(entry) : undefined;
  if (place)
    return (
      <Link to={path(place)} className="font-semibold text-ink hover:underline">
        {text}
      </Link>
    );
  return role ? <span className="font-semibold text-ink">{text}</span> : text;
}

/** Avatar of the person, with the icon of the page that it is about; the icon alone for deeds of the system. */
export function EntryFace({ entry: { actor, subject } }: { entry: ActivityEntry }) {
  const icon = listModules().find(({ name }) => name === subject)?.navigation?.[0]?.icon ?? "History";
  const Icon = navigationIcons[icon];
  return actor ? (
    <span aria-hidden className="relative size-8">
      <Avatar name={actor.full_name} className="size-8" />
      <span className="absolute -right-1.5 -bottom-1 grid size-4.5 place-items-center rounded-full border border-line-strong bg-surface text-ink-2">
        <Icon className="size-2.5" />
      </span>
    </span>
  ) : (
    <span aria-hidden className="grid size-8 place-items-center rounded-lg bg-sunken text-ink-2">
      <Icon className="size-4" />
    </span>
  );
}

interface EntryChangesProps {
  entry: ActivityEntry;
  timeZone: string | undefined;
  /** Nothing else stands below the sentence: a single change is shown, and several unfold. */
  isAlone: boolean;
}

const MAX_LIST_ITEMS = 3;
const countItems = (texts: ChangeText["after"]) => (Array.isArray(texts) ? texts.length : 0);
/** A change that takes a line: one value, or lists that are short. */
const isShort = ({ before, after }: ChangeText) => Math.max(countItems(before), countItems(after)) <= MAX_LIST_ITEMS;

function EntryChanges({ entry, timeZone, isAlone }: EntryChangesProps) {
  const t = useTranslation();
  const isNew = entry.before === null;
  const changes = listEntryChanges(entry).filter(({ path }) => !isTold(entry, path));
  const texts = useChangeTexts({ subject: entry.subject, changes, currency: entryCurrency(entry), timeZone });
  const [first] = texts;
  if (!first) return null;
  const list = <ChangeList texts={texts} isNew={isNew} />;
  if (isAlone && texts.length === 1 && isShort(first)) return list;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded py-0.5 text-xs font-medium text-ink-3 hover:text-ink">
        {isNew ? t("activity.details") : t("activity.changesCount", { count: texts.length })}
      </summary>
      <div className="mt-1 mb-1.5">{list}</div>
    </details>
  );
}
