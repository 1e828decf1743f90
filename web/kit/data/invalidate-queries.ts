/** Invalidates the queries of all modules that show what this tab has changed. */
import type { QueryClient } from "@tanstack/react-query";
import { listModules, type WebModule } from "./modules.ts";

type Shown = NonNullable<WebModule["includesDataOf"]>[number];

function invalidateWhatShows(cache: QueryClient, shown: readonly Shown[]): Promise<void> {
  const names = new Set(
    listModules().flatMap(({ name, includesDataOf: shows }) => (shows?.some((one) => shown.includes(one)) ? name : [])),
  );
  return cache.invalidateQueries({
    // The page that waits for a payment polls `payments.check` itself.
    predicate: ({ queryKey: [query] }) =>
      typeof query === "string" && names.has(query.split(".")[0] ?? "") && query !== "payments.check",
  });
}

export const invalidateEventQueries = (cache: QueryClient): void => void invalidateWhatShows(cache, ["events"]);

export const invalidatePaymentQueries = (cache: QueryClient): void => void refetchPaymentQueries(cache);

/** @returns when the page shows what is due now: a dialog that takes a payment closes then */
export const refetchPaymentQueries = (cache: QueryClient): Promise<void> =>
  invalidateWhatShows(cache, ["events", "money"]);
