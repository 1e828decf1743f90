/** Opening hours and prices that a new field of a facility most likely has. Pure. */

interface Pattern {
  id: string;
  fields: readonly { facility: { id: string } }[];
}

/** @returns the one pattern that the facility's fields have, else the only one there is; undefined if that is not clear */
export function proposePattern<P extends Pattern>(patterns: readonly P[], facilityId: string): P | undefined {
  const used = patterns.filter(({ fields }) => fields.some(({ facility }) => facility.id === facilityId));
  const candidates = used.length > 0 ? used : patterns;
  return facilityId !== "" && candidates.length === 1 ? candidates[0] : undefined;
}

export interface ProposedSale {
  openingHourPatternId: string | null;
  pricePatternIds: string[];
  /** Members can book at once where both are known. */
  bookable: boolean;
}

export function proposeSale(
  { openingHours, prices }: { openingHours: readonly Pattern[]; prices: readonly Pattern[] },
  facilityId: string,
): ProposedSale {
  const hours = proposePattern(openingHours, facilityId);
  const price = proposePattern(prices, facilityId);
  return {
    openingHourPatternId: hours?.id ?? null,
    pricePatternIds: price ? [price.id] : [],
    bookable: hours !== undefined && price !== undefined,
  };
}
