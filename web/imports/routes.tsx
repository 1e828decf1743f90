import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, searchText } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

/** The import of facilities and fields into one organization. `importId` in the address is the one that is looked at. */
export const importRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/import",
    search: listSearch.search,
    validateSearch: (search: Record<string, unknown>) => {
      const importId = searchText(search["importId"]);
      return { ...listSearch.validateSearch(search), ...(importId ? { importId } : {}) };
    },
    beforeLoad: requires("fields.create"),
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  });
