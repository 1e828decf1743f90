/** What providers said lately: they are asked once for what several people type, and for what somebody chooses. */
import type { Clock } from "#server/kit/clock.ts";
import type { Located, Suggestion } from "./sources.ts";

export interface Memory {
  /** Suggestions by provider, language and text. */
  suggestions: Recent<Suggestion[]>;
  /** What a place id stands for. */
  places: Recent<Located>;
  /** The search that a place was suggested in. */
  sessions: Recent<string>;
}

const keptForMs = 10 * 60_000;
const mostKept = 500;

export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** Holds the latest 500 for ten minutes each. */
export function recent<T>(clock: Clock): Recent<T> {
  const kept = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const found = kept.get(key);
      return found && found.until > clock.now().getTime() ? found.value : undefined;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, { value, until: clock.now().getTime() + keptForMs });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
  };
}

export const openMemory = (clock: Clock): Memory => ({
  suggestions: recent(clock),
  places: recent(clock),
  sessions: recent(clock),
});
