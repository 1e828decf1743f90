/** Purchases online of a customer, on their page: the team withdraws for them within the time. */
import { useQuery } from "@tanstack/react-query";
import type { CustomerDetail } from "#contract/customers.ts";
import { orders } from "#contract/orders.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { OrderRow } from "./order-row.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";

export const orderCustomerParts = { Orders } satisfies Partial<CustomerParts>;

function Orders({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, can, isPlatform } = useScope();
  const { data } = useQuery({
    ...endpointQuery(
      orders.list,
      { params: { organizationId }, query: { customerId: customer.id, per_page: 20 } },
      { quiet: true },
    ),
    enabled: can(orders.list),
    staleTime: 0,
  });
  const bought = (data?.data ?? []).filter(({ state }) => state !== "expired");
  if (bought.length === 0) return null;
  const mayWithdraw = !isPlatform && can("payments.refund");
  return (
    <Card title={t("orders.ofCustomer")}>
      <ul aria-label={t("orders.ofCustomer")} className="divide-y divide-line">
        {bought.map((order) => (
          <OrderRow key={order.id} order={order}>
            {mayWithdraw && order.canWithdraw && <WithdrawButton order={order} isTeam />}
          </OrderRow>
        ))}
      </ul>
    </Card>
  );
}
