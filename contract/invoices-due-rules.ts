/** Due dates of invoices that are issued before they are paid. */

/** Code de commerce, article L441-10: at most 60 days after the date of issue, between businesses. */
export const LATEST_DUE_DAYS = 60;
export const DEFAULT_DUE_DAYS = 14;
