/** Who is signed in here: the token in local storage, and what happens when it is no longer good. */
import { QueryClient } from "@tanstack/react-query";

const storageKey = "access_token";

export const token = {
  get: (): string | null => localStorage.getItem(storageKey),
  set: (value: string): void => localStorage.setItem(storageKey, value),
  clear: (): void => localStorage.removeItem(storageKey),
};

/** No retries, no refetch on focus or reconnection, no polling; what is known stays fresh for five minutes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: 5 * 60_000,
    },
    mutations: { retry: false },
  },
});

let signedOut: () => void = () => {};

/** What to do when the server no longer knows the token: the router leads to the login page and remembers where one was. */
export function onSignedOut(callback: () => void): void {
  signedOut = callback;
}

/** Forgets the token and everything that was fetched with it. */
export function forget(): void {
  token.clear();
  queryClient.clear();
}

/**
 * After a 401: forgets the session and leads to the login page, once however many requests fail.
 * @param used the token the refused request was sent with; a newer one stays
 */
export function endSession(used: string | null): void {
  if (used !== token.get()) return;
  forget();
  signedOut();
}
