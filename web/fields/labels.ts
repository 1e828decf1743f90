import type { Confidentiality, fieldStatuses, fieldSpaces } from "#contract/fields.ts";
import { parseSearchOption, parseSearchId } from "#web/kit/list/list-search.ts";
import type { MessageKey } from "#messages/keys.ts";

type Status = (typeof fieldStatuses)[number];

export const statusLabels = {
  open: "fields.statusOpen",
  closed: "fields.statusClosed",
} as const satisfies Record<Status, MessageKey>;

export const confidentialityLabels = {
  public: "fields.public",
  private: "fields.private",
} as const satisfies Record<Confidentiality, MessageKey>;

export const confidentialityHints = {
  public: "fields.publicHint",
  private: "fields.privateHint",
} as const satisfies Record<Confidentiality, MessageKey>;

export const spaceLabels = {
  indoor: "fields.spaceIndoor",
  outdoor: "fields.spaceOutdoor",
} as const satisfies Record<(typeof fieldSpaces)[number], MessageKey>;

export interface FieldFilters {
  facilityId?: string | undefined;
  status?: Status | undefined;
}

export const parseFieldFilters = ({ facilityId, status }: Record<string, unknown>): FieldFilters => ({
  facilityId: parseSearchId(facilityId),
  status: parseSearchOption(statusLabels, status),
});
