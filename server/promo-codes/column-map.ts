import { PromoCode, PromoCodeDraft } from "#contract/promo-codes.ts";
import { columnMap } from "#server/kit/db/column-map.ts";

export const promoCodeColumnMap = columnMap(
  { table: "promo_codes", draft: PromoCodeDraft, entity: PromoCode },
  {
    code: "code",
    appliesTo: "applies_to",
    kind: "kind",
    value: "value",
    minAmount: "min_amount",
    bookedFrom: "booked_from",
    bookedTo: "booked_to",
    playedFrom: "played_from",
    playedTo: "played_to",
    windowIds: "window_ids",
    fieldIds: "field_ids",
    roleIds: "role_ids",
    firstBookingOnly: "first_booking_only",
    maxUses: "max_uses",
    maxPerCustomer: "max_per_customer",
    active: "active",
  },
);
