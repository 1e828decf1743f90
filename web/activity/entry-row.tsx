import { Link } from "@tanstack/react-router";
import type { Entry } from "#contract/activity.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { ChangeList } from "./change-list.tsx";
import { changesOf } from "./changes.ts";
import { actLabels, currencyOf, nameOf, placeOf } from "./labels.ts";

/** So many parts are in sight; the others open. */
const most = 5;

/** Who did what to which thing, when, and what is different now. */
export function EntryRow({ entry }: { entry: Entry }) {
  const t = useWords();
  const { dateTime } = useDates();
  const { path } = useScope();
  const { actor, act, at, address, subject, before } = entry;
  const who = actor?.full_name ?? t("activity.system");
  const label = actLabels[act];
  const name = nameOf(entry);
  const place = placeOf(entry);
  const changes = changesOf(entry);
  const currency = currencyOf(entry);
  // The name is in the sentence already.
  const shown = before === null ? changes.filter((change) => !["name", "email"].includes(change.path)) : changes;
  const [first, rest] = [shown.slice(0, most), shown.slice(most)];
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <Avatar name={who} size="sm" className="mt-0.5 max-sm:hidden" />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <p className="min-w-0 text-13 [overflow-wrap:anywhere]">
            <span className="font-medium">{who}</span> {label ? t(label) : act}{" "}
            {name &&
              (place ? (
                <Link to={path(place)} className={textLink}>
                  {name}
                </Link>
              ) : (
                <span className="font-medium">{name}</span>
              ))}
          </p>
          <p className="text-xs whitespace-nowrap text-ink-3 tnum" title={address ?? undefined}>
            <time dateTime={at}>{dateTime(at)}</time>
          </p>
        </div>
        {first.length > 0 && <ChangeList subject={subject} changes={first} {...{ currency }} isNew={before === null} />}
        {rest.length > 0 && (
          <details className="text-13">
            <summary className="w-fit cursor-pointer py-0.5 text-xs font-medium text-ink-3 hover:text-ink">
              {t("activity.more", { count: rest.length })}
            </summary>
            <div className="mt-1">
              <ChangeList subject={subject} changes={rest} {...{ currency }} isNew={before === null} />
            </div>
          </details>
        )}
      </div>
    </li>
  );
}
