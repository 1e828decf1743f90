/** One's own purchases that are open, or from which one can withdraw, and where one can buy. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ticket } from "lucide-react";
import { orders } from "#contract/orders.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { OrderRow } from "./order-row.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";

export default function OwnOrders() {
  const t = useTranslation();
  const mine = useQuery({
    ...endpointQuery(orders.mine, { query: { per_page: 100 } }, { quiet: true }),
    staleTime: 0,
  }).data?.data;
  const shops = useQuery(endpointQuery(orders.shops, {}, { quiet: true })).data?.data;
  const own = mine ?? [];
  const several =
    new Set([...own.map(({ organization }) => organization.id), ...(shops ?? []).map(({ id }) => id)]).size > 1;
  return (
    <>
      {own.length > 0 && (
        <Card title={t("orders.mine")} className="mb-6">
          <ul aria-label={t("orders.mine")} className="divide-y divide-line">
            {own.map((order) => (
              <OrderRow key={order.id} order={order} where={several ? order.organization.name : undefined}>
                <Link
                  to={scopePath(order.organization.id, `/orders/${order.id}`)}
                  aria-label={t(order.state === "open" ? "orders.payNamed" : "orders.showNamed", { name: order.name })}
                  className={buttonClass(order.state === "open" ? "primary" : "secondary", "sm")}
                >
                  {t(order.state === "open" ? "orders.pay" : "orders.show")}
                </Link>
                {order.canWithdraw && <WithdrawButton order={order} />}
              </OrderRow>
            ))}
          </ul>
        </Card>
      )}
      {shops && shops.length > 0 && (
        <p className="mb-6 flex flex-wrap gap-2">
          {shops.map(({ id, name }) => (
            <Link key={id} to={scopePath(id, "/shop")} className={buttonClass()}>
              <Ticket aria-hidden />
              {several ? t("orders.shopOf", { organization: name }) : t("orders.buyMore")}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
