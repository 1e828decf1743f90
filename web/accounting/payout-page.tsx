/** One payout: its sums, and the payments, refunds, disputes and fees that it is made of. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { itemKindLabels, itemStateLabels } from "#contract/accounting-payout-rules.ts";
import { accounting, type Payout, type PayoutItem } from "#contract/accounting.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ResultTable } from "#web/kit/list/result-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { itemTones, payoutStateLabels, payoutTones } from "./payout-labels.ts";
import { PayoutMatches } from "./payout-matches.tsx";

export function PayoutPage({ payoutId }: { payoutId: string }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const { weekdayDate } = useDateFormats("UTC");
  const { data, error, refetch } = useQuery(endpointQuery(accounting.payout, { params: { organizationId, payoutId } }));
  const payout = data?.data;
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="payouts" to={path("/accounting/payouts")}>
      {t("accounting.payouts")}
    </Link>,
  ];
  const title = payout
    ? t("accounting.payoutOf", { date: weekdayDate(noonOf(payout.arrivesOn)) })
    : t("accounting.payoutNumber");
  return (
    <Page title={title} crumbs={crumbs}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : payout ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PayoutHead payout={payout} />
          {payout.sums && <PayoutItems payout={payout} />}
        </div>
      ) : (
        <DetailSkeleton rows={6} aside={false} />
      )}
    </Page>
  );
}

const sumLabels = [
  ["charges", "accounting.sumCharges"],
  ["refunds", "accounting.sumRefunds"],
  ["disputes", "accounting.sumDisputes"],
  ["fees", "accounting.sumFees"],
  ["other", "accounting.sumOther"],
  ["difference", "accounting.sumDifference"],
] as const;

function PayoutHead({ payout }: { payout: Payout }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { amount, currency, state, number, sums, isAutomatic } = payout;
  const shown = sumLabels.filter(([key]) => sums && sums[key] !== 0);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
        <Badge tone={payoutTones[state]}>{t(payoutStateLabels[state])}</Badge>
        <PayoutMatches payout={payout} />
        <span className="[overflow-wrap:anywhere]">{number}</span>
      </p>
      <div className="overflow-hidden rounded-xl border border-line">
        <dl aria-label={t("accounting.sums")} className="flex flex-wrap gap-px bg-line">
          {sums &&
            shown.map(([key, label]) => (
              <div key={key} className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3">
                <dt className="text-13 text-ink-2">{t(label)}</dt>
                <dd className="text-xl font-semibold tnum">{money(sums[key], currency)}</dd>
              </div>
            ))}
          <div className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-13 text-ink-2">{t("accounting.itemNet")}</dt>
            <dd className="text-xl font-semibold tnum">{money(amount, currency)}</dd>
          </div>
        </dl>
      </div>
      {!sums && (
        <p className="max-w-prose text-13 text-ink-2">
          {t(isAutomatic ? "accounting.payoutUnreadText" : "accounting.payoutByHandText")}
        </p>
      )}
      {sums && sums.unknown > 0 && <p className="max-w-prose text-13 text-ink-2">{t("accounting.unknownText")}</p>}
    </>
  );
}

function PayoutItems({ payout }: { payout: Payout }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { page } = useListSearch();
  const input = { params: { organizationId, payoutId: payout.id }, query: { page } };
  const found = useQuery({
    ...endpointQuery(accounting.payoutItems, input),
    placeholderData: keepPreviousRows(input),
  });
  const columns = useItemColumns(payout.currency);
  return (
    <ResultTable result={found} caption={t("accounting.payoutMovements")} columns={columns} rowKey={({ id }) => id} />
  );
}

function useItemColumns(currency: string): Column<PayoutItem>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can } = useScope();
  const { dateTime } = useDateFormats(useOrganizationTimezone());
  const amount = (key: string, header: string, read: (item: PayoutItem) => number): Column<PayoutItem> => ({
    ...{ key, header, align: "right", className: "whitespace-nowrap" },
    cell: (item) => <span className="tnum">{money(read(item), currency)}</span>,
  });
  return [
    {
      key: "kind",
      header: t("accounting.itemKind"),
      cell: ({ kind, payment, source }) => (
        <span className="grid min-w-0 gap-0.5">
          {payment && can("payments.show") ? (
            <Link to={path(`/payments/${payment.id}`)} className={rowLinkClass}>
              {t(itemKindLabels[kind])}
            </Link>
          ) : (
            <span className="font-medium">{t(itemKindLabels[kind])}</span>
          )}
          <span className="[overflow-wrap:anywhere] text-ink-3">{payment?.payerName ?? source}</span>
        </span>
      ),
    },
    {
      key: "state",
      header: t("accounting.itemState"),
      phone: "below",
      cell: ({ state }) => <Badge tone={itemTones[state]}>{t(itemStateLabels[state])}</Badge>,
    },
    { key: "at", header: t("accounting.date"), className: "max-md:hidden", cell: ({ at }) => dateTime(at) },
    amount("amount", t("accounting.amount"), (item) => item.amount),
    amount("fee", t("accounting.itemFee"), (item) => -item.fee),
    { ...amount("net", t("accounting.itemNet"), (item) => item.net), phone: "beside" },
  ];
}
