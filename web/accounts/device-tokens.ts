/**
 * Tokens of the accounts that have signed in with this browser. The server lets a known browser try when others have
 * tried too often.
 */
import { storageKeys } from "#contract/personal-data.ts";
import { MAX_DEVICE_TOKENS } from "#contract/accounts.ts";

const storageKey = storageKeys.deviceTokens;

export function readDeviceTokens(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, MAX_DEVICE_TOKENS) : [];
  } catch {
    return [];
  }
}

/** The newest first: each sign-in gets a new one, and the oldest fall off. */
export const addDeviceToken = (token: string): void =>
  localStorage.setItem(storageKey, JSON.stringify([token, ...readDeviceTokens()].slice(0, MAX_DEVICE_TOKENS)));
