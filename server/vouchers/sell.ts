/** Gift vouchers that are sold at the desk. */
import { randomInt } from "node:crypto";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { LATEST_DELIVERY_DAYS, type VoucherDraft } from "#contract/vouchers.ts";
import { CODE_LENGTH, CODE_SIGNS } from "#contract/vouchers-code-rules.ts";
import type { SoldLine } from "#server/charges/sale-charges.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { deliverVoucher, isTimeToDeliver } from "./deliver.ts";
import { findSoldRates, lastDayOfSale } from "./terms.ts";

/** By chance alone: of 32 to the power of 12 none is drawn twice. */
const drawCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join("");

/**
 * The line of a sale. With one tax rate for all that it can pay it bears that tax; else it is paid ahead, without tax.
 * @param field the member of the draft that has it
 * @throws HttpError 422 on a date, or a purpose that the tax rates do not allow
 */
export async function describeVoucher(
  context: TenantContext,
  { amount, purpose, deliverOn, expiresOn, recipientEmail }: VoucherDraft,
  field: string,
): Promise<SoldLine> {
  const { countryId, timezone } = await findSettings(context);
  const today = localDateOf(timezone, context.now);
  const latest = addDays(today, LATEST_DELIVERY_DAYS);
  const last = expiresOn ?? lastDayOfSale(today);
  if (last <= today || last > addDays(today, 3660))
    throw invalidFields({ [`${field}.expiresOn`]: [message("vouchers.lastDayWrong")] });
  if (deliverOn && (deliverOn < today || deliverOn > latest || deliverOn > last))
    throw invalidFields({ [`${field}.deliverOn`]: [message("vouchers.deliveryWrong")] });
  if (deliverOn && !recipientEmail)
    throw invalidFields({ [`${field}.recipientEmail`]: [message("vouchers.emailNeeded")] });
  const { rates, taxRateId } = await findSoldRates(context);
  if (purpose === "single" && rates.length !== 1)
    throw invalidFields({ [`${field}.purpose`]: [message("vouchers.severalRates")] });
  const product = await findProductOfKind(context, "voucher", null);
  if (!product) throw invalidFields({ [field]: [message("payments.notForSale")] });
  const name = translators[languageOfCountry(countryId)]("vouchers.one");
  return {
    product: { id: product.id, name, price: amount, kind: "voucher" },
    ...{ quantity: 1, unitPrice: amount, priceReason: null },
    taxRateId: purpose === "single" ? taxRateId : null,
    isPrepaid: purpose === "multi",
  };
}

/** A voucher whose charge is paid. It is mailed at once, unless it waits for its day. @returns its id */
export async function insertVoucher(
  context: TenantContext,
  draft: VoucherDraft,
  { customerId, chargeId, currency }: { customerId: string; chargeId: string; currency: string },
): Promise<string> {
  const { db, now, organizationId } = context;
  const { timezone, countryId } = await findSettings(context);
  const today = localDateOf(timezone, now);
  const { amount, purpose, recipientName = null, recipientEmail = null, message: text = null } = draft;
  const buyer = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: customerId });
  const id = uuidv7(now);
  await db
    .insertInto("vouchers")
    .values({
      ...{ organization_id: organizationId, id, code: drawCode(), purpose, currency, amount },
      ...{ expires_on: draft.expiresOn ?? lastDayOfSale(today), buyer_id: customerId, charge_id: chargeId },
      ...{ recipient_name: recipientName, recipient_email: recipientEmail, message: text },
      language: buyer?.language ?? languageOfCountry(countryId),
      deliver_on: recipientEmail === null ? null : (draft.deliverOn ?? today),
      ...{ delivered_at: null, canceled_at: null, created_at: now, updated_at: now },
    })
    .execute();
  const isDue = recipientEmail !== null && (!draft.deliverOn || isTimeToDeliver(draft.deliverOn, timezone, now));
  if (isDue) await deliverVoucher(context, id);
  return id;
}
