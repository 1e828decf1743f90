/** Answers of the server that this browser keeps, to be read without a network: one's own bookings, and the desk's day. */
import type { OfflineBooking } from "#contract/bookings.ts";
import { cacheNames, MAX_KEPT_HOURS } from "#contract/personal-data.ts";
import type { PlayerInvitation } from "#contract/participants.ts";
import type { PlanningEvent, PlanningField } from "#contract/planning.ts";
import { token } from "#web/kit/data/session.ts";

/** A booking of somebody else in which one plays. The other players are not kept. */
export type OfflineGame = Pick<
  PlayerInvitation,
  "id" | "organizer" | "organization" | "sport" | "field" | "facility" | "startTime" | "endTime" | "timezone"
> & { share: Pick<NonNullable<PlayerInvitation["share"]>, "amount" | "currency"> | null };

export interface OfflineAnswers {
  bookings: OfflineBooking[];
  games: OfflineGame[];
  day: {
    organization: string;
    /** The first and the last local date. */
    dates: readonly [string, string];
    fields: Pick<PlanningField, "id" | "name" | "facilityName" | "timezone">[];
    events: Pick<
      PlanningEvent,
      "fieldId" | "startTime" | "endTime" | "kind" | "name" | "status" | "creator" | "people"
    >[];
  };
}
export type OfflineAnswer<Name extends keyof OfflineAnswers> = { at: string; answer: OfflineAnswers[Name] };

const addressOf = (name: keyof OfflineAnswers) => `/kept/${name}`;
const MAX_AGE_MS = MAX_KEPT_HOURS * 3_600_000;

/** Keeps nothing where the session has ended meanwhile. @param used the token that the answer was given to */
export async function keepAnswer<Name extends keyof OfflineAnswers>(
  name: Name,
  answer: OfflineAnswers[Name] | undefined,
  used: string,
): Promise<void> {
  if (token.get() !== used) return;
  const cache = await caches.open(cacheNames.answers);
  const kept: OfflineAnswer<Name> | undefined = answer && { at: new Date().toISOString(), answer };
  await (kept ? cache.put(addressOf(name), Response.json(kept)) : cache.delete(addressOf(name)));
  if (token.get() !== used) await caches.delete(cacheNames.answers);
}

/** @returns undefined for nothing, or what is too old, which is then deleted */
export async function readKept<Name extends keyof OfflineAnswers>(
  name: Name,
): Promise<OfflineAnswer<Name> | undefined> {
  const cache = await caches.open(cacheNames.answers);
  const found = await cache.match(addressOf(name));
  const kept = (await found?.json()) as OfflineAnswer<Name> | undefined;
  if (kept && Date.now() - Date.parse(kept.at) < MAX_AGE_MS) return kept;
  if (found) await cache.delete(addressOf(name));
  return undefined;
}
