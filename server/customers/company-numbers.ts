/** Refuses numbers of a company that cannot be its own. */
import { type BuyerNumbers, findWrongNumbers } from "#contract/customers-buyer-rules.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

/**
 * @param sellerCountryId the organization's
 * @param isNew whether a number was given now; others are wrong only beside one that was
 * @throws HttpError 422 on each number that is wrong
 */
export function assertRightNumbers(
  numbers: BuyerNumbers,
  sellerCountryId: number,
  isNew: (member: "identificationNumber" | "vatNumber") => boolean = () => true,
): void {
  const wrong = Object.entries(findWrongNumbers(numbers, sellerCountryId)).filter(
    ([member, key]) => isNew(member as "identificationNumber" | "vatNumber") || key === "organizations.vatNumberOther",
  );
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong.map(([member, key]) => [member, [message(key)]])));
}
