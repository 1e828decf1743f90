/** Answers of the server that this browser keeps, to be read without a network: one's own bookings, and the desk's day. */
import type { KeptBooking } from "#contract/bookings.ts";
import { cacheNames, MAX_KEPT_HOURS } from "#contract/personal-data.ts";
import type { PlanningEvent, PlanningField } from "#contract/planning.ts";
import { token } from "#web/kit/data/session.ts";

export interface KeptAnswers {
  bookings: KeptBooking[];
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
export type Kept<Name extends keyof KeptAnswers> = { at: string; answer: KeptAnswers[Name] };

const addressOf = (name: keyof KeptAnswers) => `/kept/${name}`;
const MAX_AGE_MS = MAX_KEPT_HOURS * 3_600_000;

/** Keeps nothing where the session has ended meanwhile. @param used the token that the answer was given to */
export async function keepAnswer<Name extends keyof KeptAnswers>(
  name: Name,
  answer: KeptAnswers[Name] | undefined,
  used: string,
): Promise<void> {
  if (token.get() !== used) return;
  const cache = await caches.open(cacheNames.answers);
  const kept: Kept<Name> | undefined = answer && { at: new Date().toISOString(), answer };
  await (kept ? cache.put(addressOf(name), Response.json(kept)) : cache.delete(addressOf(name)));
  if (token.get() !== used) await caches.delete(cacheNames.answers);
}

/** @returns undefined for nothing, or what is too old, which is then deleted */
export async function readKept<Name extends keyof KeptAnswers>(name: Name): Promise<Kept<Name> | undefined> {
  const cache = await caches.open(cacheNames.answers);
  const found = await cache.match(addressOf(name));
  const kept = (await found?.json()) as Kept<Name> | undefined;
  if (kept && Date.now() - Date.parse(kept.at) < MAX_AGE_MS) return kept;
  if (found) await cache.delete(addressOf(name));
  return undefined;
}
