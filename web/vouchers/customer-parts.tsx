/** Gift vouchers that a customer has bought, on their page. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CustomerDetail } from "#contract/customers.ts";
import { vouchers } from "#contract/vouchers.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { stateLabels, stateTones } from "./labels.ts";

export const voucherCustomerParts = { Vouchers } satisfies Partial<CustomerParts>;

const SHOWN_AT_MOST = 50;

function Vouchers({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const money = useAmountFormat();
  const { date } = useDateFormats();
  const input = { params: { organizationId }, query: { customerId: customer.id, per_page: SHOWN_AT_MOST } };
  const { data } = useQuery({ ...endpointQuery(vouchers.list, input, { quiet: true }), enabled: can(vouchers.list) });
  const bought = data?.data ?? [];
  if (bought.length === 0) return null;
  return (
    <Card title={t("vouchers.ofCustomer")}>
      <ul aria-label={t("vouchers.ofCustomer")} className="divide-y divide-line">
        {bought.map(({ id, codeEnd, recipientName, state, left, amount, currency, expiresOn }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 px-4 py-2.5 text-13"
          >
            <Link
              to={path(`/vouchers/${id}`)}
              className="min-w-0 font-medium [overflow-wrap:anywhere] tnum hover:underline"
            >
              {[`… ${codeEnd}`, recipientName].filter(Boolean).join(" · ")}
            </Link>
            <Badge tone={stateTones[state]} dot>
              {t(stateLabels[state])}
            </Badge>
            <span className="text-xs text-ink-3 tnum">
              {t("vouchers.leftOf", { left: money(left, currency), amount: money(amount, currency) })}
            </span>
            <span className="text-right text-xs text-ink-3 tnum">{date(noonOf(expiresOn))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
