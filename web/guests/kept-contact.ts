/** Remembers who books, the proof of their address and how far they are: nothing has to be typed twice. */
import type { GuestContact } from "#contract/guests.ts";
import { GUEST_STEPS_MINUTES, sessionStorageKeys } from "#contract/personal-data.ts";
import type { Choice } from "./choice.ts";

export interface GuestSession {
  contact: GuestContact;
  /** Undefined before a code was typed. */
  proof?: { proof: string; expiresAt: string } | undefined;
}

/** By club. In memory alone: this browser may be somebody else's. */
const sessions = new Map<string, GuestSession>();

export const readGuestSession = (slug: string): GuestSession | undefined => sessions.get(slug);
export const saveGuestSession = (slug: string, session: GuestSession): void => void sessions.set(slug, session);

/** The proof of this address, as long as it is good. @param now epoch milliseconds */
export function usableProof(session: GuestSession | undefined, email: string, now: number): string | undefined {
  if (session?.contact.email !== email || !session.proof) return undefined;
  return Date.parse(session.proof.expiresAt) > now ? session.proof.proof : undefined;
}

/** A booking under way. */
export interface GuestSteps {
  choice: Choice;
  session: GuestSession;
  /** The code that was sent, as long as it is not typed. */
  sentCode: string | undefined;
  isReady: boolean;
}

/**
 * Keeps a booking under way for a tab that is loaded again: telephones do so with a page that was left to read the code in
 * the mail. Not for longer than a code is good, and not for other tabs.
 */
export function saveGuestSteps(slug: string, steps: GuestSteps, now: number): void {
  try {
    sessionStorage.setItem(sessionStorageKeys.guestSteps + slug, JSON.stringify({ ...steps, savedAt: now }));
  } catch {
    // The browser allows no storage.
  }
}

export function dropGuestSteps(slug: string): void {
  try {
    sessionStorage.removeItem(sessionStorageKeys.guestSteps + slug);
  } catch {
    // As above.
  }
}

export function readGuestSteps(slug: string, now: number): GuestSteps | undefined {
  try {
    const text = sessionStorage.getItem(sessionStorageKeys.guestSteps + slug);
    if (text === null) return undefined;
    const { savedAt, ...steps } = JSON.parse(text) as GuestSteps & { savedAt: number };
    const isGood = now - savedAt < GUEST_STEPS_MINUTES * 60_000 && Date.parse(steps.choice.start.startTime) > now;
    if (!isGood) dropGuestSteps(slug);
    return isGood ? steps : undefined;
  } catch {
    return undefined;
  }
}
