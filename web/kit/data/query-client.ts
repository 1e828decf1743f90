/** The query cache. Kept apart from the session, because the login page does not need it. */
import { QueryClient } from "@tanstack/react-query";
import { onSessionClear } from "./session.ts";
import { onLanguageChange } from "#web/kit/format/translation.ts";

/**
 * No retries, no refetch on focus or reconnection, no polling; data stays fresh for five minutes.
 * Without a connection a request fails at once instead of waiting, so that the person sees it.
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

onSessionClear(() => queryClient.clear());
// Sports, countries and the like are answered in the interface's language.
onLanguageChange(() => void queryClient.invalidateQueries());
