import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requires } from "#web/kit/requires.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";
import { sheetSearch } from "./sheet-search.ts";

/** The planning on paper. */
export const sheetsRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/planning/print",
    validateSearch: sheetSearch,
    beforeLoad: requires("events.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./sheets-page.tsx"), "SheetsPage"),
  });
