/** What the enumerations of a field are called, and what lists of fields are narrowed down to. */
import type { Confidentiality, fieldStatuses, spaces } from "#contract/fields.ts";
import { searchAmong, searchId } from "#web/kit/list-search.ts";
import type { WordKey } from "#words/keys.ts";

type Status = (typeof fieldStatuses)[number];

export const statusLabels = {
  open: "fields.statusOpen",
  closed: "fields.statusClosed",
} as const satisfies Record<Status, WordKey>;

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

export interface FieldFilters {
  facilityId?: string | undefined;
  status?: Status | undefined;
}

/** The filters that an address names, and nothing for what is none. */
export const filtersOf = ({ facilityId, status }: Record<string, unknown>): FieldFilters => ({
  facilityId: searchId(facilityId),
  status: searchAmong(statusLabels, status),
});
