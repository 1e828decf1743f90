import type { SlotStart } from "#contract/availability.ts";

/** A free start, and one of the fields that are free then. */
export interface Choice {
  start: SlotStart;
  field: SlotStart["fields"][number];
}
