/** Remembers, until the page is loaded again, who books and the proof of their address: nothing has to be typed twice. */
import type { GuestContact } from "#contract/guests.ts";

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
