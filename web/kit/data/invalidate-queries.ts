/** Refetches what an action in this tab has changed. */
import type { QueryClient } from "@tanstack/react-query";
import { listModules, type WebModule } from "./modules.ts";

type Shown = NonNullable<WebModule["includesDataOf"]>[number];

function invalidateWhatShows(cache: QueryClient, shown: readonly Shown[]): void {
  const names = new Set(
    listModules().flatMap(({ name, includesDataOf: shows }) => (shows?.some((one) => shown.includes(one)) ? name : [])),
  );
  void cache.invalidateQueries({
    // `payments.check` is polled by the page that waits for it.
    predicate: ({ queryKey: [query] }) =>
      typeof query === "string" && names.has(query.split(".")[0] ?? "") && query !== "payments.check",
  });
}

/** Refetches everything that shows events or free times. */
export const invalidateEventQueries = (cache: QueryClient): void => invalidateWhatShows(cache, ["events"]);

/** Refetches everything that shows events or money. */
export const invalidatePaymentQueries = (cache: QueryClient): void => invalidateWhatShows(cache, ["events", "money"]);
