import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { ageDayLabels, prorationLabels, renewalLabels, termLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "subscriptions.title",
  path: ({ act }) => (act.endsWith("Type") ? "/settings/memberships" : "/memberships"),
  partLabels: {
    becomes: "subscriptions.changeTo",
    endsOn: "subscriptions.end",
    from: "subscriptions.freezeFrom",
    to: "subscriptions.freezeTo",
    roleId: "subscriptions.role",
    productId: "products.product",
    packs: "packs.title",
    seasonStart: "subscriptions.termSeason",
    termLength: "subscriptions.termKind",
    termsText: "subscriptions.terms",
  },
  valueLabels: { ageOn: ageDayLabels, prorate: prorationLabels, renewal: renewalLabels, termKind: termLabels },
};
