/** Remembers the last booking choices in this browser, as defaults for the next booking. */
import { storageKeys } from "#contract/personal-data.ts";
import { type EventType, eventTypes } from "#contract/events.ts";
import { parseSearchId } from "#web/kit/list/list-search.ts";

export interface LastChoice {
  facilityId?: string | undefined;
  sportId?: number | undefined;
  /** Minutes. */
  duration?: number | undefined;
  type?: EventType | undefined;
  space?: "indoor" | "outdoor" | undefined;
  people?: number | undefined;
  /** The usual time by weekday, of which Monday is 1: `19:00`. */
  times?: Readonly<Record<number, string>> | undefined;
}

const storageKeyOf = (organizationId: string) => `${storageKeys.lastBooking}${organizationId}`;
const parseWhole = (value: unknown) => (Number.isInteger(value) ? Number(value) : undefined);

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;
const parseTimes = (value: unknown): Record<number, string> =>
  Object.fromEntries(
    Object.entries(typeof value === "object" && value !== null ? value : {}).filter(
      ([weekday, time]) => /^[1-7]$/.test(weekday) && typeof time === "string" && timePattern.test(time),
    ),
  );

/** Leaves out what is no longer valid. */
export function readLastChoice(organizationId: string): LastChoice {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeyOf(organizationId)) ?? "{}") as Record<string, unknown>;
    return {
      facilityId: parseSearchId(stored["facilityId"]),
      sportId: parseWhole(stored["sportId"]),
      duration: parseWhole(stored["duration"]),
      type: eventTypes.find((type) => type === stored["type"]),
      space: (["indoor", "outdoor"] as const).find((space) => space === stored["space"]),
      people: parseWhole(stored["people"]),
      times: parseTimes(stored["times"]),
    };
  } catch {
    return {};
  }
}

export function saveLastChoice(organizationId: string, choice: LastChoice): void {
  localStorage.setItem(storageKeyOf(organizationId), JSON.stringify({ ...readLastChoice(organizationId), ...choice }));
}
