/** The sidebar entries of all modules. */
import type { Menu, MenuGroup, NavigationEntry } from "./kit/data/modules.ts";
import { modules } from "./modules.ts";

/** The entries of one group of a sidebar, in their order. */
export const listNavigation = (menu: Menu, group: MenuGroup): NavigationEntry[] =>
  modules
    .flatMap(({ navigation = [] }) => navigation)
    .flatMap((entry) => {
      const place = entry.menus[menu];
      return place?.[0] === group ? [{ entry, position: place[1] }] : [];
    })
    .toSorted((one, other) => one.position - other.position)
    .map(({ entry }) => entry);
