/** Keeps the session's token in local storage, and ends the session when the server refuses it. */
import { cacheNames, storageKeys } from "#contract/personal-data.ts";

const storageKey = storageKeys.session;

export const token = {
  get: (): string | null => localStorage.getItem(storageKey),
  set: (value: string): void => localStorage.setItem(storageKey, value),
  clear: (): void => localStorage.removeItem(storageKey),
};

/** Another tab may sign out, or sign in somebody else who must not see this page. */
export function onTokenChangeInOtherTab(callback: () => void): void {
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    // A null key means that all of the storage was cleared.
    if (key === null || (key === storageKey && oldValue !== newValue)) callback();
  });
}

let sessionEndHandler: () => void = () => {};
const clearListeners = new Set<() => void>();

export function onSessionEnd(callback: () => void): void {
  sessionEndHandler = callback;
}

export function onSessionClear(callback: () => void): void {
  clearListeners.add(callback);
}

/** Deletes what the browser keeps of the account for reading without a network. */
export const forgetAnswers = async (): Promise<void> => {
  // Absent on sites without encryption, where nothing is kept.
  if ("caches" in globalThis) await caches.delete(cacheNames.answers);
};

/** Also ends what the browser's push service tells of the account. */
export async function forgetDevice(): Promise<void> {
  await forgetAnswers();
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const subscription = await (await serviceWorker?.getRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

export function clearSession(): void {
  void forgetDevice().catch(() => {});
  token.clear();
  for (const callback of clearListeners) callback();
}

/**
 * Opens the login page once for all failed requests.
 * @param used the token of the refused request; a newer one is kept
 */
export function endSession(used: string | null): void {
  if (used !== token.get()) return;
  clearSession();
  sessionEndHandler();
}
