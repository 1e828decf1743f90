/** The account of a customer: charges, payments and refunds with the balance after each, and debts by age. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type AccountEntry, charges, type CustomerAccount as Account, type DebtAge } from "#contract/charges.ts";
import { customers } from "#contract/customers.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { type Column, DataTable, rowLinkClass } from "#web/kit/list/table.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { OpenCharges } from "./open-charges.tsx";

const refreshMap = { events: ["charges"], payments: ["charges"], customers: ["charges", "customers"] };

interface CustomerAccountProps {
  customerId: string;
  actions: ReactNode;
  /** Documents over what was charged. */
  invoices: ReactNode;
}

/** The page of an account; higher modules pass what they add to it. */
export function CustomerAccount({ customerId, actions, invoices }: CustomerAccountProps) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, customerId };
  const customer = useQuery(endpointQuery(customers.read, { params })).data?.data;
  const account = useQuery(endpointQuery(charges.account, { params }, { quiet: true })).data?.data;
  const input = { params, query: { page: useListSearch().page } };
  const entries = useQuery({
    ...endpointQuery(charges.accountEntries, input),
    placeholderData: keepPreviousRows(input),
  });
  useLiveRefresh(activity.live, organizationId, refreshMap);
  const columns = useColumns();
  return (
    <Page
      title={t("charges.account")}
      actions={actions}
      crumbs={[
        ...(useOrganizationCrumbs() ?? []),
        <Link key="list" to={path("/users")}>
          {t("customers.title")}
        </Link>,
        <Link key="customer" to={path(`/customers/${params.customerId}`)}>
          {customer?.name ?? t("customers.one")}
        </Link>,
      ]}
    >
      <div className="grid gap-4">
        {customer?.billing === "monthly" && <p className="text-13 text-ink-2">{t("customers.onAccount")}</p>}
        {account?.currencies.map((one) => (
          <Standing key={one.currency} account={one} />
        ))}
        <OpenCharges customerId={params.customerId} />
        {invoices}
        {entries.error ? (
          <div className="rounded-xl border border-line">
            <ErrorState error={entries.error} onRetry={entries.refetch} />
          </div>
        ) : (
          <div>
            <DataTable
              caption={t("charges.account")}
              columns={columns}
              rows={entries.data?.data}
              rowKey={({ id, kind }) => `${id} ${kind}`}
              pending={entries.isPending}
              stale={entries.isPlaceholderData}
              empty={
                <EmptyState icon={ReceiptText} title={t("charges.none")}>
                  {t("charges.noneHint")}
                </EmptyState>
              }
            />
            <Pagination meta={entries.data?.meta} />
          </div>
        )}
      </div>
    </Page>
  );
}

const ageLabels = {
  ahead: "charges.ahead",
  days30: "charges.days30",
  days60: "charges.days60",
  days90: "charges.days90",
  older: "charges.older",
} as const satisfies Record<DebtAge, string>;
const ageBars: Record<DebtAge, string> = {
  ahead: "bg-line-strong",
  days30: "bg-amber-dot",
  days60: "bg-rose-dot/60",
  days90: "bg-rose-dot/80",
  older: "bg-rose-dot",
};

function stateOf({ balance, writtenOff }: Account["currencies"][number]) {
  if (balance < 0) return "charges.inCredit";
  if (balance === 0) return "charges.even";
  return balance === writtenOff ? "charges.writtenOff" : "charges.owed";
}

/** The balance, and the debts by age that it is made of. */
function Standing({ account }: { account: Account["currencies"][number] }) {
  const { currency, balance, writtenOff, debts } = account;
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <dl aria-label={t("charges.debtsByAge")} className="flex flex-wrap gap-px bg-line">
        <div className="grid grow basis-36 content-start gap-0.5 bg-sunken px-4 py-3 max-sm:basis-full">
          <dt className="text-xs text-ink-2">{t("charges.standing")}</dt>
          <dd className="text-base font-semibold tnum">{money(Math.abs(balance), currency)}</dd>
          <dd className="text-xs text-ink-2">{t(stateOf(account))}</dd>
        </div>
        {debts.map(({ age, count, amount }) => (
          <div key={age} className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="flex items-center gap-2 text-xs text-ink-2">
              <span className={cx("size-2 shrink-0 rounded-xs", ageBars[age])} aria-hidden />
              {t(ageLabels[age])}
            </dt>
            <dd className={cx("text-base font-semibold tnum", age !== "ahead" && "text-danger")}>
              {money(amount, currency)}
            </dd>
            <dd className="text-xs text-ink-3 tnum">{t("charges.bookings", { count })}</dd>
          </div>
        ))}
        {writtenOff > 0 && (
          <div className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-xs text-ink-2">{t("charges.writtenOff")}</dt>
            <dd className="text-base font-semibold text-ink-2 tnum">{money(writtenOff, currency)}</dd>
          </div>
        )}
      </dl>
      {debts.length > 0 && (
        <span className="flex h-1.5 gap-px bg-line" aria-hidden>
          {debts.map(({ age, amount }) => (
            <span key={age} className={ageBars[age]} style={{ flex: amount }} />
          ))}
        </span>
      )}
    </div>
  );
}

const kindLabels = {
  charge: "charges.booked",
  credit: "charges.credited",
  void: "charges.voided",
  payment: "payments.one",
  refund: "payments.refundOne",
  pack: "packs.one",
} as const satisfies Record<AccountEntry["kind"], string>;

function useColumns(): Column<AccountEntry>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats(useOrganizationTimezone());
  const signed = useSignedAmountFormat();
  return [
    {
      key: "what",
      header: t("charges.entry"),
      cell: (entry) => (
        <span className="grid gap-0.5">
          <EntryLink entry={entry}>
            {entry.kind === "refund" && entry.amount < 0
              ? t("charges.refundTakenBack")
              : entry.kind === "pack" && entry.amount > 0
                ? t("packs.givenBack")
                : t(entry.kind === "charge" && !entry.event ? "charges.sold" : kindLabels[entry.kind])}
            {entry.method && ` · ${t(paymentMethodLabels[entry.method])}`}
          </EntryLink>
          <EntryName entry={entry} />
        </span>
      ),
    },
    {
      key: "at",
      header: t("events.date"),
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ at }) => (
        <time dateTime={at} className="text-ink-2 tnum">
          {date(at)}
        </time>
      ),
    },
    {
      key: "amount",
      header: t("payments.amount"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: (entry) => <span className="text-ink-2 tnum">{signed(entry.amount, entry.currency)}</span>,
    },
    {
      key: "balance",
      header: t("charges.runningTotal"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap max-sm:pl-0",
      cell: ({ balance, currency }) => <span className="font-medium text-ink tnum">{money(balance, currency)}</span>,
    },
  ];
}

/** A sale has no page of its own. */
function EntryLink({ entry: { paymentId, event }, children }: { entry: AccountEntry; children: ReactNode }) {
  const { path } = useScope();
  const to = paymentId ? `/payments/${paymentId}` : event && `/events/${event.id}`;
  if (!to) return <span className="font-medium text-ink">{children}</span>;
  return (
    <Link to={path(to)} className={rowLinkClass}>
      {children}
    </Link>
  );
}

function EntryName({ entry: { event, label, reason } }: { entry: AccountEntry }) {
  const timezone = useOrganizationTimezone();
  const { day } = useDateFormats(event?.timezone ?? timezone);
  return (
    <span className="[overflow-wrap:anywhere] text-ink-3">
      {event ? `${label} · ${event.fieldName}, ${day(event.startTime)}` : [label, reason].filter(Boolean).join(" · ")}
    </span>
  );
}
