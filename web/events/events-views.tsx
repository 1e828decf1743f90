/** Views of the list of events that everybody has: all, today, this week, unpaid. */
import { Link } from "@tanstack/react-router";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useEventFilters } from "./event-filters.tsx";
import type { EventFilters } from "./labels.ts";

export const viewLinkClass =
  "flex h-8 shrink-0 items-center rounded-md px-2.5 text-13 font-medium whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink data-current:bg-active data-current:text-ink pointer-coarse:h-10";

const builtIn = [
  ["events.all", {}],
  ["events.today", { dates: "today" }],
  ["events.thisWeek", { dates: "week" }],
  ["events.unpaid", { unpaid: "true" }],
  ["events.overdue", { overdue: "true" }],
] as const satisfies readonly (readonly [string, EventFilters])[];

export const isSameFilters = (one: object, other: object): boolean => {
  const texts = (filters: object) =>
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${String(value)}`)
      .toSorted()
      .join("&");
  return texts(one) === texts(other);
};

/** Phones show only some of them. */
const scrollToLink = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "center" });

export function EventsViews() {
  const t = useTranslation();
  const { path } = useScope();
  const filters = useEventFilters();
  return builtIn.map(([label, search]) => {
    const isCurrent = isSameFilters(filters, search);
    return (
      <Link
        key={label}
        {...(isCurrent && { ref: scrollToLink })}
        to={path("/events")}
        search={search}
        activeOptions={{ exact: true }}
        data-current={isCurrent || undefined}
        className={viewLinkClass}
      >
        {t(label)}
      </Link>
    );
  });
}
