/** Cache of recent provider answers, for repeated texts and for the choice that follows a search. */
import type { Clock } from "#server/kit/process/clock.ts";
import type { LocatedAddress, Suggestion } from "./providers.ts";

export interface ProviderCache {
  /** Key: provider, language and text. */
  suggestions: RecentCache<Suggestion[]>;
  /** Key: place id. */
  places: RecentCache<LocatedAddress>;
  /** Search session by the place suggested in it. */
  sessions: RecentCache<string>;
}

const CACHE_TTL_MS = 10 * 60_000;
const MAX_CACHED = 500;

export interface RecentCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function createRecentCache<T>(clock: Clock): RecentCache<T> {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      return entry && entry.until > clock.now().getTime() ? entry.value : undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: clock.now().getTime() + CACHE_TTL_MS });
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_CACHED) break;
        entries.delete(oldest);
      }
    },
  };
}

export const createProviderCache = (clock: Clock): ProviderCache => ({
  suggestions: createRecentCache(clock),
  places: createRecentCache(clock),
  sessions: createRecentCache(clock),
});
