/** Kinds of actions that the summary of the activity counts. Pure. */
export const activityDeeds = [
  "booked",
  "changed",
  "canceled",
  "decided",
  "blocked",
  "paid",
  "refunded",
  "customers",
  "other",
] as const;
export type ActivityDeed = (typeof activityDeeds)[number];

const deedsByAct: Record<string, ActivityDeed> = {
  "events.create": "booked",
  "series.create": "booked",
  "events.update": "changed",
  "series.update": "changed",
  "events.cancel": "canceled",
  "series.cancel": "canceled",
  "events.approve": "decided",
  "events.reject": "decided",
  "approvals.decide": "decided",
  "blocks.create": "blocked",
  "payments.record": "paid",
  "payments.recordOfCustomer": "paid",
  "payments.recordSeveral": "paid",
  "payments.receive": "paid",
  "payments.succeed": "paid",
  "payments.refund": "refunded",
  "customers.create": "customers",
};

export const deedOf = (act: string): ActivityDeed => deedsByAct[act] ?? "other";
