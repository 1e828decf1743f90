/** Links of the sidebar (navigation menu), with the current page marked. */
import { Link, useRouterState } from "@tanstack/react-router";
import { type ComponentType, memo, Suspense, type SVGProps, useEffect, useRef } from "react";
import { cx } from "./kit/ui/cx.ts";
import { useTranslation } from "./kit/format/translation.ts";

export interface NavItem {
  to: string;
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  alsoCurrentAt?: readonly string[];
  count?: ComponentType | undefined;
}

const isAtPath = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
export const isCurrentItem = (
  { to, alsoCurrentAt = [] }: Pick<NavItem, "to" | "alsoCurrentAt">,
  path: string,
): boolean => [to, ...alsoCurrentAt].some((place) => isAtPath(path, place));

/** @param foot is below what scrolls */
export function NavLinks({ groups, foot }: { groups: readonly (readonly NavItem[])[]; foot: readonly NavItem[] }) {
  const t = useTranslation();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav ref={nav} aria-label={t("general.mainNavigation")} className="flex min-h-0 flex-1 flex-col gap-1">
      <div className="-mx-1 grid min-h-40 flex-1 content-start gap-2.5 overflow-y-auto scroll-pb-6 mask-b-from-[calc(100%-1.5rem)] px-1 pb-6">
        {groups.map((items) => (
          <NavList key={items[0]?.to} items={items} />
        ))}
      </div>
      <NavList items={foot} />
    </nav>
  );
}

function NavList({ items }: { items: readonly NavItem[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (items.length === 0) return null;
  return (
    <ul className="grid shrink-0 gap-px">
      {items.map(({ alsoCurrentAt, ...item }) => (
        <li key={item.to}>
          <NavLink {...item} current={isCurrentItem({ to: item.to, alsoCurrentAt }, path)} />
        </li>
      ))}
    </ul>
  );
}

export const navLinkClass =
  "group flex h-7.5 items-center gap-2.5 rounded-md px-2.5 text-13 font-medium text-ink-2 hover:bg-hover hover:text-ink hover:transition-colors max-lg:h-10 max-lg:text-sm";

/** Memoized, because rendering a router link is slow. */
const NavLink = memo(
  ({ to, label, icon: Icon, count: Count, current }: Omit<NavItem, "alsoCurrentAt"> & { current: boolean }) => (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={cx(navLinkClass, current && "bg-active text-ink")}
    >
      <Icon className={cx("size-4 shrink-0", current ? "text-accent-ink" : "text-ink-3")} aria-hidden />
      <span className="truncate">{label}</span>
      {Count && (
        <Suspense>
          <Count />
        </Suspense>
      )}
    </Link>
  ),
);
