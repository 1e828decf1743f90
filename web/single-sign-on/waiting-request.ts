/** The sign-in that waits for the provider: it leads back to this browser, whose storage alone holds its secret. */
import { storageKeys } from "#contract/personal-data.ts";

export interface WaitingRequest {
  secret: string;
  /** The page to open then. */
  back?: string | undefined;
}

const key = storageKeys.singleSignOn;

const keepRequest = (request: WaitingRequest): void => localStorage.setItem(key, JSON.stringify(request));

/** Once. @returns undefined if none waits here */
export function takeRequest(): WaitingRequest | undefined {
  const text = localStorage.getItem(key);
  localStorage.removeItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as WaitingRequest;
  } catch {
    return undefined;
  }
}

/** Leads to the provider, which leads back here. */
export function leaveForProvider({ url, secret }: { url: string; secret: string }, back: string | undefined): void {
  keepRequest({ secret, back });
  location.assign(url);
}
