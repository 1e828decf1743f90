import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "invoices.title",
  // Invoices have no pages: the list downloads them.
  path: () => "/invoices",
  partLabels: { taxAmount: "invoices.tax", totalAmount: "invoices.gross" },
};
