import type { Page } from "#contract/kit.ts";
import type { PaymentDetail, payments } from "#contract/payments.ts";
import { findCustomer } from "#server/customers/queries.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { isOfCustomer, paginatePayments, serializePaymentDetails } from "./queries.ts";

/** What came in for a customer's bookings, whoever paid; latest first. */
export async function listCustomerPayments(call: Call<typeof payments.ofCustomer>): Promise<Page<PaymentDetail>> {
  const { db, params, query, language } = call;
  const { id, organization } = await findCustomer(db, call.organizationId, params.customerId);
  const found = db
    .selectFrom("payments")
    .where("payments.organization_id", "=", organization.id)
    .where("payments.status", "=", "succeeded")
    .where(isOfCustomer(organization.id, id));
  const { data, meta } = await paginatePayments(db, found, query);
  return { data: await serializePaymentDetails(call, data, { language, isTeam: true }), meta };
}
