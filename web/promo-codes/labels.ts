export const targetLabels = {
  booking: "promo-codes.targetBooking",
  subscription: "promo-codes.targetSubscription",
  pack: "promo-codes.targetPack",
} as const;
export const kindLabels = { percent: "promo-codes.kindPercent", amount: "promo-codes.kindAmount" } as const;
