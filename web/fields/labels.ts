/** What the enumerations of a field are called. */
import type { Confidentiality, fieldStatuses, spaces } from "#contract/fields.ts";
import type { WordKey } from "#words/keys.ts";

export const statusLabels = {
  open: "fields.statusOpen",
  closed: "fields.statusClosed",
} as const satisfies Record<(typeof fieldStatuses)[number], WordKey>;

export const confidentialityLabels = {
  public: "fields.public",
  private: "fields.private",
} as const satisfies Record<Confidentiality, WordKey>;

export const confidentialityHints = {
  public: "fields.publicHint",
  private: "fields.privateHint",
} as const satisfies Record<Confidentiality, WordKey>;

export const spaceLabels = {
  indoor: "fields.spaceIndoor",
  outdoor: "fields.spaceOutdoor",
} as const satisfies Record<(typeof spaces)[number], WordKey>;
