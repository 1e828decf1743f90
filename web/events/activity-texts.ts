import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { confidentialityLabels } from "#web/fields/labels.ts";
import { priceTypeLabels, statusLabels, typeLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "events.title",
  partLabels: { "customer.name": "events.customerName", "customer.phone": "events.customerPhone" },
  valueLabels: {
    type: typeLabels,
    status: statusLabels,
    confidentiality: confidentialityLabels,
    priceType: priceTypeLabels,
  },
};
