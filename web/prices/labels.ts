import type { priceTypes } from "#contract/fields.ts";
import type { MessageKey } from "#messages/keys.ts";

export const typeLabels = {
  user: "prices.typeUser",
  field: "prices.typeField",
} as const satisfies Record<(typeof priceTypes)[number], MessageKey>;
