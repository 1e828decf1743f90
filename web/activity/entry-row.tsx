import { Link } from "@tanstack/react-router";
import type { ActivityEntry } from "#contract/activity.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ChangeList } from "./change-list.tsx";
import { listEntryChanges } from "./entry-changes.ts";
import { actLabel, entryCurrency, entryName, entryPath } from "./labels.ts";

const MAX_VISIBLE_CHANGES = 5;

export function EntryRow({ entry }: { entry: ActivityEntry }) {
  const t = useTranslation();
  // The dates of the filters are the organization's, too.
  const timeZone = useOrganizationTimezone();
  const { path } = useScope();
  const { actor, act, at, address, subject, before } = entry;
  const who = actor?.full_name ?? t("activity.system");
  const label = actLabel(t, act);
  const name = entryName(entry);
  const place = entryPath(entry);
  const changes = listEntryChanges(entry);
  const currency = entryCurrency(entry);
  // The sentence already contains the name.
  const visibleChanges =
    before === null ? changes.filter((change) => !["name", "email"].includes(change.path)) : changes;
  const [first, rest] = [visibleChanges.slice(0, MAX_VISIBLE_CHANGES), visibleChanges.slice(MAX_VISIBLE_CHANGES)];
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <Avatar name={who} size="sm" className="mt-0.5 max-sm:hidden" />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <p className="min-w-0 text-13 [overflow-wrap:anywhere]">
            <span className="font-medium">{who}</span> {label ?? act}{" "}
            {name &&
              (place ? (
                <Link to={path(place)} className={textLinkClass}>
                  {name}
                </Link>
              ) : (
                <span className="font-medium">{name}</span>
              ))}
          </p>
          <p className="text-xs whitespace-nowrap text-ink-3 tnum" title={address ?? undefined}>
            <DateTime at={at} timeZone={timeZone} />
          </p>
        </div>
        {first.length > 0 && (
          <ChangeList subject={subject} changes={first} {...{ currency, timeZone }} isNew={before === null} />
        )}
        {rest.length > 0 && (
          <details className="text-13">
            <summary className="w-fit cursor-pointer py-0.5 text-xs font-medium text-ink-3 hover:text-ink">
              {t("activity.more", { count: rest.length })}
            </summary>
            <div className="mt-1">
              <ChangeList subject={subject} changes={rest} {...{ currency, timeZone }} isNew={before === null} />
            </div>
          </details>
        )}
      </div>
    </li>
  );
}
