/** Adds the routes of the modules (`routes.tsx`) to a point of the router. */
import type { RoutesAt } from "./kit/data/modules.ts";
import { modules } from "./modules.ts";

export const routesAt: RoutesAt = (point) => (parent) =>
  modules.flatMap(({ routes }) => routes?.[point]?.(parent, routesAt) ?? []);
