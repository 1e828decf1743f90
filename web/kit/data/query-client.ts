/** Separate from the session, because the login page does not need the query cache. */
import { FreshQueryClient } from "./fresh-query-client.ts";
import { onSessionClear } from "./session.ts";
import { onLanguageChange } from "#web/kit/format/translation.ts";

/** Requests fail at once without a connection instead of waiting, so that the person sees it. */
export const queryClient = new FreshQueryClient({
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
// The server translates names of sports, countries and the like.
onLanguageChange(() => void queryClient.invalidateQueries());
