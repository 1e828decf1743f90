/** The report of a closed session, which never changes. */
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { type TillClosing, type TillProductSums, type TillRateSum, tills } from "#contract/tills.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { type Column, DataTable } from "#web/kit/list/table.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { useRateFormat } from "#web/products/labels.ts";
import { useTillCrumbs } from "./crumbs.tsx";
import { TillFigures } from "./figures.tsx";
import { MovementsCard } from "./movements-card.tsx";
import { CorrectReportButton } from "./move-money.tsx";

export function TillReportPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const params = { organizationId, tillClosingId: useRouteParam("tillClosingId") };
  const { data, error, refetch } = useQuery(endpointQuery(tills.closing, { params }));
  const closing = data?.data;
  return (
    <Page
      title={closing ? t("tills.reportTitle", { number: closing.number }) : t("tills.report")}
      meta={closing && <span className="text-13 [overflow-wrap:anywhere] text-ink-2">{closing.till.name}</span>}
      crumbs={useTillCrumbs({ withReports: true })}
      actions={
        closing && (
          <>
            <Correct closing={closing} />
            <PdfButton closing={closing} />
          </>
        )
      }
    >
      {closing ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <TillFigures report={closing} currency={closing.currency} />
          <Counts closing={closing} />
          <Products closing={closing} />
          <Rates closing={closing} />
          <Details closing={closing} />
          <MovementsCard sessionId={closing.sessionId} till={closing.till} currency={closing.currency} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

interface OfClosing {
  closing: TillClosing;
}

/** A correction is in the open session, so there has to be one. */
function Correct({ closing }: OfClosing) {
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(tills.list, { params: { organizationId } }));
  const till = data?.data.find(({ id }) => id === closing.till.id);
  if (!till?.session) return null;
  return <CorrectReportButton till={till} currency={till.session.currency} closing={closing} />;
}

function PdfButton({ closing: { id, number } }: OfClosing) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    const name = `${t("tills.reportTitle", { number })}.pdf`;
    download(tills.closingPdf, { params: { organizationId, tillClosingId: id } }, name)
      // `download` has shown the failure in a toast.
      .catch(() => {})
      .finally(() => setIsPending(false));
  };
  return (
    <Button pending={isPending} onClick={run}>
      {!isPending && <Download aria-hidden />}
      {t("tills.pdf")}
    </Button>
  );
}

function Counts({ closing: { methods, currency } }: OfClosing) {
  const t = useTranslation();
  const money = useAmountFormat();
  const difference = useSignedAmountFormat();
  type Row = TillClosing["methods"][number];
  const amount = (key: "expected" | "counted" | "difference"): Column<Row> => ({
    key,
    header: t(`tills.${key}`),
    align: "right",
    phone: key === "difference" ? "beside" : "hidden",
    className: "whitespace-nowrap",
    cell: (row) => (
      <span className={key === "difference" && row[key] !== 0 ? "font-medium text-danger tnum" : "tnum"}>
        {key === "difference" ? difference(row[key], currency) : money(row[key], currency)}
      </span>
    ),
  });
  const columns: Column<Row>[] = [
    {
      key: "method",
      header: t("payments.method"),
      cell: ({ method, reason, expected, counted }) => (
        <span className="grid gap-0.5">
          <span className="font-medium">{t(paymentMethodLabels[method])}</span>
          {reason && <span className="[overflow-wrap:anywhere] text-ink-3">{reason}</span>}
          <span className="text-ink-3 tnum sm:hidden">
            {t("tills.countedOf", { counted: money(counted, currency), expected: money(expected, currency) })}
          </span>
        </span>
      ),
    },
    amount("expected"),
    amount("counted"),
    amount("difference"),
  ];
  return (
    <DataTable
      caption={t("tills.countTitle")}
      columns={columns}
      rows={methods}
      rowKey={({ method }) => method}
      pending={false}
    />
  );
}

/** Reports of before have none. */
function Products({ closing: { products, currency } }: OfClosing) {
  const t = useTranslation();
  const money = useAmountFormat();
  if (!products || products.length === 0) return null;
  const amount = (key: string, header: string, read: (sums: TillProductSums) => number): Column<TillProductSums> => ({
    ...{ key, header, align: "right", phone: key === "total" ? "beside" : "hidden", className: "whitespace-nowrap" },
    cell: (sums) => (
      <span className={key === "total" ? "font-medium tnum" : "tnum"}>{money(read(sums), currency)}</span>
    ),
  });
  const columns: Column<TillProductSums>[] = [
    {
      key: "product",
      header: t("tills.product"),
      cell: ({ product }) => (
        <span className="font-medium [overflow-wrap:anywhere]">{product?.name ?? t("tills.bookings")}</span>
      ),
    },
    amount("payments", t("tills.kindPayments"), ({ payments }) => payments.amount),
    amount("refunds", t("tills.kindRefunds"), ({ refunds }) => refunds.amount),
    amount("total", t("tills.total"), ({ payments, refunds }) => payments.amount + refunds.amount),
  ];
  return (
    <DataTable
      caption={t("tills.productsTitle")}
      columns={columns}
      rows={products}
      rowKey={({ product }) => (product ? `${product.id} ${product.name}` : "")}
      pending={false}
    />
  );
}

/** Reports of before have none. */
function Rates({ closing: { rates, currency } }: OfClosing) {
  const t = useTranslation();
  const money = useAmountFormat();
  const formatRate = useRateFormat();
  if (!rates || rates.length === 0) return null;
  const amount = (key: "net" | "vat" | "gross", header: string): Column<TillRateSum> => ({
    ...{ key, header },
    align: "right",
    phone: key === "gross" ? "beside" : "hidden",
    className: "whitespace-nowrap",
    cell: (sum) => <span className={key === "gross" ? "font-medium tnum" : "tnum"}>{money(sum[key], currency)}</span>,
  });
  const columns: Column<TillRateSum>[] = [
    {
      key: "rate",
      header: t("tills.rate"),
      cell: ({ rate, isExempt, net, vat }) => (
        <span className="grid gap-0.5">
          <span className="font-medium">{isExempt ? t("tills.exempt") : formatRate(rate * 10)}</span>
          <span className="text-ink-3 tnum sm:hidden">
            {t("tills.netAndTax", { net: money(net, currency), tax: money(vat, currency) })}
          </span>
        </span>
      ),
    },
    amount("net", t("tills.net")),
    amount("vat", t("tills.tax")),
    amount("gross", t("tills.gross")),
  ];
  return (
    <DataTable
      caption={t("tills.ratesTitle")}
      columns={columns}
      rows={rates}
      rowKey={({ rate, isExempt = false }) => `${rate} ${isExempt}`}
      pending={false}
    />
  );
}

function Details({ closing }: OfClosing) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { zonedDateTime } = useDateFormats(useOrganizationTimezone());
  const { weekdayDate } = useDateFormats("UTC");
  const { currency, colleagues, denominations } = closing;
  const sums = colleagues.map(({ colleague, payments, refunds }) => {
    const name = colleague?.fullName ?? t("tills.nobody");
    return `${name}, ${money(payments.amount + refunds.amount, currency)}`;
  });
  return (
    <Card title={t("tills.details")}>
      <DescriptionList>
        <DescriptionItem name={t("tills.day")}>
          {t("tills.dayEnds", { day: weekdayDate(noonOf(closing.businessDate)) })}
        </DescriptionItem>
        <DescriptionItem name={t("tills.openedAt")}>
          {[zonedDateTime(closing.openedAt), closing.openedBy.fullName].join(", ")}
        </DescriptionItem>
        <DescriptionItem name={t("tills.closedAt")}>
          {[zonedDateTime(closing.closedAt), closing.closedBy.fullName].join(", ")}
        </DescriptionItem>
        <DescriptionItem name={t("tills.openingFloat")}>{money(closing.float, currency)}</DescriptionItem>
        <DescriptionItem name={t("tills.banked")}>{money(closing.banked, currency)}</DescriptionItem>
        <DescriptionItem name={t("tills.nextFloat")}>{money(closing.nextFloat, currency)}</DescriptionItem>
        {denominations && denominations.length > 0 && (
          <DescriptionItem name={t("tills.denominations")}>
            {denominations.map(({ value, count }) => `${count} × ${money(value, currency)}`).join(" · ")}
          </DescriptionItem>
        )}
        {sums.length > 0 && <DescriptionItem name={t("tills.colleaguesTitle")}>{sums.join("\n")}</DescriptionItem>}
        <DescriptionItem name={t("tills.perpetualTotal")}>{money(closing.perpetualTotal, currency)}</DescriptionItem>
      </DescriptionList>
    </Card>
  );
}
