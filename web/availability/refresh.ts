import type { QueryClient } from "@tanstack/react-query";

/** Asks again for whatever shows events or what is free. */
export function refreshEvents(cache: QueryClient): void {
  void cache.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === "string" && /^(events|availability|series|planning)\./.test(name),
  });
}

/** And for whatever shows money; what became of one payment is asked by the page that waits for it. */
export function refreshMoney(cache: QueryClient): void {
  refreshEvents(cache);
  void cache.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === "string" && /^(payments|invoices|overview)\./.test(name) && name !== "payments.check",
  });
}
