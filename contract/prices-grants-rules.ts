/** Prices of whoever holds memberships (subscriptions): categories by date, and the largest discount. Pure. */
import { type Grant, type GrantedDiscount, grantsOn, rolesOn } from "./permissions-grants-rules.ts";
import { discountOf } from "./subscriptions-rules.ts";
import { listWindowSpans } from "./time-windows-minutes-rules.ts";

/** Memberships of a customer, for the prices of a field. */
export interface FieldGrants {
  fieldId: string;
  /** Those that have begun. */
  grants: readonly Grant[];
}

export interface AppliedDiscount {
  /** The membership's. */
  name: string;
  percent: number;
}

export interface PriceTerms {
  roleIds: readonly number[];
  discount: AppliedDiscount | undefined;
}

const applies = (
  { fieldIds, windows }: GrantedDiscount,
  { fieldId, start, timezone }: { fieldId: string; start: number; timezone: string },
): boolean =>
  (fieldIds.length === 0 || fieldIds.includes(fieldId)) &&
  (windows.length === 0 ||
    windows.some((window) => listWindowSpans(window, { start, end: start + 1 }, timezone).length > 0));

/**
 * Categories and discount of a booking that begins at an instant: those of memberships that hold on its local date.
 * Discounts are never added up.
 */
export function termsAt(
  { roleIds, timezone, granted }: { roleIds: readonly number[]; timezone: string; granted?: FieldGrants | undefined },
  start: number,
): PriceTerms {
  if (!granted || granted.grants.length === 0) return { roleIds, discount: undefined };
  const { fieldId, grants } = granted;
  const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).toPlainDate().toString();
  const discounts = grantsOn(grants, date).flatMap(({ name, discounts: of }) =>
    of.filter((discount) => applies(discount, { fieldId, start, timezone })).map(({ percent }) => ({ name, percent })),
  );
  const [discount] = discounts.toSorted((one, other) => other.percent - one.percent);
  return { roleIds: rolesOn({ roleIds, grants }, date), discount };
}

/** The price of one, less the discount. */
export const subtractDiscount = (price: number, discount: AppliedDiscount | undefined): number =>
  discount ? price - discountOf(price, discount.percent) : price;
