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
}

const storageKeyOf = (organizationId: string) => `${storageKeys.lastBooking}${organizationId}`;
const parseWhole = (value: unknown) => (Number.isInteger(value) ? Number(value) : undefined);

/** Leaves out what is no longer valid. */
export function readLastChoice(organizationId: string): LastChoice {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeyOf(organizationId)) ?? "{}") as Record<string, unknown>;
    return {
      facilityId: parseSearchId(stored["facilityId"]),
      sportId: parseWhole(stored["sportId"]),
      duration: parseWhole(stored["duration"]),
      type: eventTypes.find((type) => type === stored["type"]),
    };
  } catch {
    return {};
  }
}

export function saveLastChoice(organizationId: string, choice: LastChoice): void {
  localStorage.setItem(storageKeyOf(organizationId), JSON.stringify({ ...readLastChoice(organizationId), ...choice }));
}
