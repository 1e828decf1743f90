/** Who is signed in here: the token in local storage, and what happens when it is no longer good. */

const storageKey = "access_token";

export const token = {
  get: (): string | null => localStorage.getItem(storageKey),
  set: (value: string): void => localStorage.setItem(storageKey, value),
  clear: (): void => localStorage.removeItem(storageKey),
};

/**
 * Another tab may end the session, or begin somebody else's: what is shown here is then not theirs to see.
 * @param callback whenever another tab changes the token
 */
export function onOtherTab(callback: () => void): void {
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    // Without a key, everything was cleared.
    if (key === null || (key === storageKey && oldValue !== newValue)) callback();
  });
}

let signedOut: () => void = () => {};
const forgetters = new Set<() => void>();

/** What to do when the server no longer knows the token: the router leads to the login page and remembers where one was. */
export function onSignedOut(callback: () => void): void {
  signedOut = callback;
}

/** What else to forget with the token: the cache. */
export function onForget(callback: () => void): void {
  forgetters.add(callback);
}

/** Forgets the token and everything that was fetched with it. */
export function forget(): void {
  token.clear();
  for (const callback of forgetters) callback();
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
