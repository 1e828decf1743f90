/** Reasons why a field cannot be booked. Pure. */

export const fieldObstacles = ["closed", "noHours", "noPrice", "notBookable", "closedDay"] as const;
export type FieldObstacle = (typeof fieldObstacles)[number];

export interface FieldState {
  status: string;
  bookable: boolean;
  hasHours: boolean;
  /** False if price patterns are linked and none of them holds a price. A field without any pattern is free. */
  isPriced: boolean;
  /** Undefined where no dates are asked about. */
  isOpenThen?: boolean;
}

/** @returns all that has to change before members can book it; `closedDay` alone passes by itself */
export function findObstacles({ status, bookable, hasHours, isPriced, isOpenThen }: FieldState): FieldObstacle[] {
  const isWithoutHours = !hasHours && isOpenThen !== true;
  const found = {
    closed: status === "closed",
    noHours: isWithoutHours,
    noPrice: !isPriced,
    notBookable: !bookable,
    closedDay: isOpenThen === false && status !== "closed" && !isWithoutHours,
  };
  return fieldObstacles.filter((obstacle) => found[obstacle]);
}

/** A cell without a price is not sold. */
export const isPriced = (patterns: readonly { details: readonly { price: number | null }[] }[]): boolean =>
  patterns.length === 0 || patterns.some(({ details }) => details.some(({ price }) => price !== null));
