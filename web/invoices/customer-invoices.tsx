/** Invoices and credit notes of a customer: what is still to be paid of each, its PDF, and its mail. */
import { useQuery } from "@tanstack/react-query";
import { activity } from "#contract/activity.ts";
import { customers } from "#contract/customers.ts";
import { invoices } from "#contract/invoices.ts";
import { isReachable } from "#web/customers/is-reachable.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { InvoiceDownload, InvoiceName } from "#web/payments/invoice-download.tsx";
import { SendInvoiceButton } from "#web/payments/send-invoice-button.tsx";
import { AmountToPay } from "./amount-to-pay.tsx";

const SHOWN_AT_MOST = 20;

const refreshMap = { invoices: ["invoices", "charges"], payments: ["invoices"] };

export function CustomerInvoices({ customerId }: { customerId: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { organizationId, can } = useScope();
  const { date } = useDateFormats("UTC");
  const { data } = useQuery({
    ...endpointQuery(
      invoices.list,
      { params: { organizationId }, query: { customerId, per_page: SHOWN_AT_MOST } },
      { quiet: true },
    ),
    enabled: can(invoices.list),
  });
  useLiveRefresh(activity.live, organizationId, refreshMap);
  const customer = useQuery(endpointQuery(customers.read, { params: { organizationId, customerId } }, { quiet: true }))
    .data?.data;
  const isAddressKnown = customer !== undefined && isReachable(customer);
  const documents = data?.data ?? [];
  if (documents.length === 0) return null;
  return (
    <Card title={t("invoices.title")}>
      <ul aria-label={t("invoices.title")} className="divide-y divide-line">
        {documents.map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13">
            <span className="grid min-w-0 flex-1 basis-32 gap-0.5">
              <InvoiceName invoice={invoice} />
              <span className="text-ink-3 tnum">{date(noonOf(invoice.issuedOn))}</span>
            </span>
            <AmountToPay invoice={invoice} />
            <span className="min-w-20 text-right font-medium tnum">{money(invoice.totalAmount, invoice.currency)}</span>
            <span className="flex items-center">
              <SendInvoiceButton invoice={invoice} isAddressKnown={isAddressKnown} />
              <InvoiceDownload invoice={invoice} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
