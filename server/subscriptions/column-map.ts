import { SubscriptionType, SubscriptionTypeDraft } from "#contract/subscriptions.ts";
import { columnMap, jsonColumn } from "#server/kit/db/column-map.ts";

export const subscriptionTypeColumnMap = columnMap(
  { table: "subscription_types", draft: SubscriptionTypeDraft, entity: SubscriptionType },
  {
    name: "name",
    description: "description",
    productId: "product_id",
    price: "price",
    joiningFee: "joining_fee",
    minAge: "min_age",
    maxAge: "max_age",
    ageOn: "age_on",
    termKind: "term_kind",
    termLength: "term_length",
    seasonStart: "season_start",
    prorate: "prorate",
    renewal: "renewal",
    noticeDays: "notice_days",
    graceDays: "grace_days",
    freezeMaxDays: "freeze_max_days",
    freezeMinDays: "freeze_min_days",
    saleFrom: "sale_from",
    saleTo: "sale_to",
    capacity: "capacity",
    termsText: "terms_text",
    roleId: "role_id",
    discounts: jsonColumn("discounts"),
    packs: jsonColumn("packs"),
    rules: jsonColumn("rules"),
    active: "active",
  },
);
