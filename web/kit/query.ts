/** The cache of what the server said. Apart from the session, because signing in needs none of it. */
import { QueryClient } from "@tanstack/react-query";
import { onForget } from "./session.ts";
import { onLanguage } from "./words.ts";

/**
 * No retries, no refetch on focus or reconnection, no polling; what is known stays fresh for five minutes.
 * Without a connection a request fails at once, and is not kept waiting for one: the person is told.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: 5 * 60_000,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

onForget(() => queryClient.clear());
// Sports, countries and the like come in the reader's language.
onLanguage(() => void queryClient.invalidateQueries());
