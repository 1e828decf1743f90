import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { lazy, Suspense } from "react";
import { credits } from "#contract/credits.ts";
import { packs } from "#contract/packs.ts";
import { type PaymentDetail, payments } from "#contract/payments.ts";
import { subscriptions } from "#contract/subscriptions.ts";
import { vouchers } from "#contract/vouchers.ts";
import { bookingPath } from "#web/availability/booking-path.ts";
import { canBook } from "#web/availability/can-book.ts";
import { ownBookingTitle } from "#web/events/own-booking-title.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { listModules } from "#web/kit/data/modules.ts";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { Together } from "#web/kit/render/together.tsx";
import { scopePath, useScope, useUser } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OwnWallets, useOwnWallets } from "#web/credits/own-wallets.tsx";
import { OwnPacks } from "#web/packs/own-packs.tsx";
import { OwnSubscriptions } from "#web/subscriptions/own-subscriptions.tsx";
import { OwnVouchers } from "#web/vouchers/own-vouchers.tsx";
import { OwnCards, useReturnedCard } from "./own-cards.tsx";
import { OwnDebts } from "./own-debts.tsx";
import { InvoiceDownload, InvoiceName } from "./invoice-download.tsx";
import { paymentMethodLabels } from "#web/events/labels.ts";

const parts = listModules().flatMap(({ ownPaymentsPart }) => (ownPaymentsPart ? [lazy(ownPaymentsPart)] : []));

export function PersonalTabs() {
  const t = useTranslation();
  return (
    <TabsBar label={t("overview.mine")}>
      <Link to="/my-bookings" activeOptions={{ includeSearch: false }}>
        {t("overview.mine")}
      </Link>
      <Link to="/my-payments" activeOptions={{ includeSearch: false }}>
        {t("payments.mineTab")}
      </Link>
    </TabsBar>
  );
}

const shownEndpoints = [
  payments.mine,
  payments.ownDebts,
  payments.ownCards,
  subscriptions.mine,
  credits.mine,
  vouchers.mine,
  packs.mine,
];

export function MyPaymentsPage() {
  const t = useTranslation();
  const scope = useScope();
  const search = useListSearch();
  const input = { query: search };
  const found = useQuery({
    ...endpointQuery(payments.mine, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  const columns = useColumns();
  const hasWallet = useOwnWallets().length > 0;
  const isReturning = useReturnedCard();
  // A purchase that was just paid must not look as if it were owed.
  if (isReturning)
    return (
      <Page title={t("payments.mine")} tabs={<PersonalTabs />}>
        <Skeleton className="h-72" />
      </Page>
    );
  return (
    <Page title={t("payments.mine")} tabs={<PersonalTabs />}>
      <Together
        endpoints={hasWallet ? [...shownEndpoints, credits.myEntries] : shownEndpoints}
        fallback={<Skeleton className="h-72" />}
      >
        <OwnDebts />
        {parts.map((Part, index) => (
          <Suspense key={index}>
            <Part />
          </Suspense>
        ))}
        <OwnSubscriptions />
        <OwnCards />
        <OwnWallets />
        <OwnVouchers />
        <OwnPacks />
        <ListTable
          q={search.q}
          label={t("payments.search")}
          result={found}
          caption={t("payments.mine")}
          columns={columns}
          empty={
            search.q ? undefined : (
              <EmptyState
                icon={CreditCard}
                title={t("payments.none")}
                action={
                  canBook(scope) && (
                    <Link to={bookingPath(scope)} className={buttonClass()}>
                      {t("events.book")}
                    </Link>
                  )
                }
              >
                {t("payments.noneOwnHint")}
              </EmptyState>
            )
          }
        />
      </Together>
    </Page>
  );
}

function useColumns(): Column<PaymentDetail>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { fullName } = useUser();
  return [
    {
      key: "event",
      header: t("payments.paidFor"),
      cell: ({ event, label, organization }) => (
        <span className="grid gap-0.5">
          {event ? (
            <Link to={scopePath(organization.id, `/events/${event.id}`)} className={rowLinkClass}>
              {ownBookingTitle({ name: event.name, field: { name: event.fieldName } }, fullName)}
            </Link>
          ) : (
            <span className="font-medium [overflow-wrap:anywhere]">{label}</span>
          )}
          <span className="[overflow-wrap:anywhere] text-ink-3">{organization.name}</span>
        </span>
      ),
    },
    {
      key: "paid",
      header: t("payments.paidAt"),
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ paid_at, created_at, method, timezone }) => (
        <span className="text-ink-2 tnum">
          <PaidOn at={paid_at ?? created_at} timezone={timezone} /> · {t(paymentMethodLabels[method])}
        </span>
      ),
    },
    {
      key: "amount",
      header: t("payments.amount"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap",
      cell: ({ amount, refunded, currency }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2 max-sm:flex-col max-sm:items-end max-sm:gap-1">
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

const PaidOn = ({ at, timezone }: { at: string; timezone: string }) => useDateFormats(timezone).date(at);
