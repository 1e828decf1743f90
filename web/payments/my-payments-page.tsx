/** What somebody paid in all organizations, with the invoices. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { type PaymentDetail, payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { useDates } from "#web/kit/dates.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { useMoney } from "#web/kit/money.ts";
import { Page } from "#web/kit/page.tsx";
import { scopePath } from "#web/kit/scope.ts";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { TabsBar } from "#web/kit/tabs-bar.tsx";
import { useWords } from "#web/kit/words.ts";
import { InvoiceDownload, InvoiceName } from "./invoice-download.tsx";
import { methodLabels } from "#web/events/labels.ts";

/** One's bookings, and what was paid for them. */
export function OwnTabs() {
  const t = useWords();
  return (
    <TabsBar label={t("overview.mine")}>
      <Link to="/my-bookings" activeOptions={{ includeSearch: false }}>
        {t("overview.mine")}
      </Link>
      <Link to="/my-payments" activeOptions={{ includeSearch: false }}>
        {t("payments.title")}
      </Link>
    </TabsBar>
  );
}

export function MyPaymentsPage() {
  const t = useWords();
  const search = useListSearch();
  const ask = { query: search };
  const found = useQuery({ ...read(payments.mine, ask), placeholderData: keepRows(ask), staleTime: 0 });
  return (
    <Page title={t("payments.mine")} tabs={<OwnTabs />}>
      <ListTable
        q={search.q}
        label={t("payments.search")}
        found={found}
        caption={t("payments.mine")}
        columns={useColumns()}
        empty={
          search.q ? undefined : (
            <EmptyState icon={CreditCard} title={t("payments.none")}>
              {t("payments.noneOwnHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function useColumns(): Column<PaymentDetail>[] {
  const t = useWords();
  const money = useMoney();
  const { date } = useDates();
  return [
    {
      key: "event",
      header: t("payments.event"),
      cell: ({ event, organization }) => (
        <span className="grid gap-0.5">
          <Link to={scopePath(organization.id, `/events/${event.id}`)} className={rowLink}>
            {event.name}
          </Link>
          <span className="[overflow-wrap:anywhere] text-ink-3">{organization.name}</span>
        </span>
      ),
    },
    {
      key: "paid",
      header: t("payments.paidAt"),
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ paid_at, created_at, method }) => (
        <span className="text-ink-2 tnum">
          {date(paid_at ?? created_at)} · {t(methodLabels[method])}
        </span>
      ),
    },
    {
      key: "amount",
      header: t("payments.amount"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ amount, refunded, currency }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {refunded > 0 && <Badge>{t("payments.minus", { amount: money(refunded, currency) })}</Badge>}
          <span className="font-medium text-ink tnum">{money(amount, currency)}</span>
        </span>
      ),
    },
    {
      key: "invoices",
      header: t("invoices.title"),
      phone: "below",
      cell: ({ invoices }) => (
        <span className="grid w-full gap-1">
          {invoices.map((invoice) => (
            <span key={invoice.id} className="flex items-center justify-between gap-2">
              <InvoiceName invoice={invoice} />
              <InvoiceDownload invoice={invoice} />
            </span>
          ))}
        </span>
      ),
    },
  ];
}
