export const kindLabels = { percent: "promo-codes.kindPercent", amount: "promo-codes.kindAmount" } as const;
