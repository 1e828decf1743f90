/** Entries of the sidebar (navigation menu) from the manifests, as the person's permissions allow. */
import { type ComponentType, lazy } from "react";
import { navigationIcons } from "./kit/ui/navigation-icons.ts";
import { type Menu, type MenuGroup, menuGroups, type NavigationEntry } from "./kit/data/modules.ts";
import { isTeamMember, type Scope, useScope } from "./kit/data/scope.ts";
import { useTranslation } from "./kit/format/translation.ts";
import { modules } from "./modules.ts";
import type { NavItem } from "./sidebar-links.tsx";

type CountLoader = NonNullable<NavigationEntry["count"]>;
const counts = new Map<CountLoader, ComponentType>();

function lazyCount(load: CountLoader): ComponentType {
  // If the count fails to load, its entry works without it.
  const known = counts.get(load) ?? lazy(async () => ({ default: await load().catch(() => () => null) }));
  counts.set(load, known);
  return known;
}

export const listNavigation = (menu: Menu, group: MenuGroup): NavigationEntry[] =>
  modules
    .flatMap(({ navigation = [] }) => navigation)
    .flatMap((entry) => {
      const place = entry.menus[menu];
      return place?.[0] === group ? [{ entry, position: place[1] }] : [];
    })
    .toSorted((one, other) => one.position - other.position)
    .map(({ entry }) => entry);

/** Entries of the bar of members. */
export const listBar = (): NavigationEntry[] =>
  modules
    .flatMap(({ navigation = [] }) => navigation)
    .flatMap((entry) => (entry.bar ? [{ ...entry, ...entry.bar }] : []))
    .toSorted((one, other) => one.position - other.position);

const findMenu = (scope: Scope): Menu => {
  if (scope.organizationId === "") return "newcomer";
  if (!isTeamMember(scope)) return "member";
  return scope.isPlatform ? "platform" : "team";
};

export const useIsMember = (): boolean => findMenu(useScope()) === "member";

/** @returns a function that keeps the entries that the person may see */
function useNavItems(): (entries: readonly NavigationEntry[]) => NavItem[] {
  const t = useTranslation();
  const { can, path: pathInScope } = useScope();
  return (entries) =>
    entries
      .filter(({ permission }) => permission === undefined || can(permission))
      .map(({ path, isGlobal, label, icon, count, alsoCurrentAt = [] }) => ({
        to: isGlobal ? path : pathInScope(path),
        label: t(label as "overview.title"),
        icon: navigationIcons[icon],
        count: count && lazyCount(count),
        alsoCurrentAt: alsoCurrentAt.flatMap((place) => [place, pathInScope(place)]),
      }));
}

export function useNavGroups(): { groups: NavItem[][]; foot: NavItem[] } {
  const toItems = useNavItems();
  const menu = findMenu(useScope());
  const itemsOf = (group: MenuGroup) => toItems(listNavigation(menu, group));
  const groups = menuGroups.filter((group) => group !== "foot").map(itemsOf);
  return { groups: groups.filter((items) => items.length > 0), foot: itemsOf("foot") };
}

export const useBarItems = (): NavItem[] => useNavItems()(listBar());
