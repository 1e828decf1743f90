/** Debts and balances of customers, in their list. */
import { useQuery } from "@tanstack/react-query";
import { payments } from "#contract/payments.ts";
import type { CustomerListParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export const paymentCustomerListParts: CustomerListParts = {
  BalanceCell,
  canSeeBalances: ({ can, isPlatform }) => can(payments.customerDues) && !isPlatform,
};

interface BalanceCellProps {
  customerId: string;
  /** All customers of the page, who are asked for at once. */
  customerIds: readonly string[];
}

function BalanceCell({ customerId, customerIds }: BalanceCellProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { organizationId } = useScope();
  const input = { params: { organizationId }, query: { customerIds: customerIds.join(",") } };
  const { data } = useQuery({
    ...endpointQuery(payments.customerDues, input, { quiet: true }),
    enabled: customerIds.length > 0,
  });
  const dues = data?.data.filter((due) => due.customerId === customerId) ?? [];
  if (dues.length === 0) return <span className="text-ink-3 max-md:hidden">{data ? "—" : ""}</span>;
  return (
    <span className="grid justify-items-end gap-0.5 tnum max-md:flex max-md:gap-2">
      {dues.map(({ currency, overdue, later, prepaid }) => (
        <span key={currency} className="grid justify-items-end max-md:flex max-md:gap-2">
          {overdue > 0 && (
            <span className="font-medium text-danger">
              {t("payments.amountOverdue", { amount: money(overdue, currency) })}
            </span>
          )}
          {later > 0 && (
            <span className="text-ink-2">{t("payments.amountDue", { amount: money(later, currency) })}</span>
          )}
          {prepaid > 0 && (
            <span className="text-ink-2">{t("payments.amountPrepaid", { amount: money(prepaid, currency) })}</span>
          )}
        </span>
      ))}
    </span>
  );
}
