/** Differences between the payment provider and our records, for platform administrators. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { Returns } from "#contract/kit.ts";
import { payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { type Column, DataTable, rowLinkClass } from "#web/kit/list/table.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";

type Difference = Returns<typeof payments.differences>[number];

export function ProviderDifferences() {
  const t = useTranslation();
  const { data } = useQuery({ ...endpointQuery(payments.differences, {}, { quiet: true }), staleTime: 0 });
  const columns = useColumns();
  const found = data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <section className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          <TriangleAlert className="size-4 text-rose-fg" aria-hidden />
          {t("overview.differences", { count: found.length })}
        </h2>
        <p className="text-13 text-ink-2">{t("overview.differencesText")}</p>
      </div>
      <DataTable
        caption={t("overview.differences", { count: found.length })}
        columns={columns}
        rows={found}
        rowKey={({ id }) => id}
        pending={false}
      />
    </section>
  );
}

function useColumns(): Column<Difference>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const locale = useLocale();
  // A payment unknown to us has no currency.
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  const amount = (minor: number | null, currency: string | null) =>
    minor === null ? "—" : currency ? money(minor, currency) : plain.format(minor / 100);
  return [
    {
      key: "subject",
      header: t("payments.one"),
      cell: ({ organization, paymentId, subject }) => (
        <span className="grid gap-0.5">
          {organization && paymentId ? (
            <Link to={scopePath(organization.id, `/payments/${paymentId}`)} className={rowLinkClass}>
              {organization.name}
            </Link>
          ) : (
            <span className="font-medium">{organization?.name ?? t("overview.unknownHere")}</span>
          )}
          <span className="font-mono text-xs [overflow-wrap:anywhere] text-ink-3">{subject}</span>
        </span>
      ),
    },
    {
      key: "ours",
      header: t("overview.ours"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap tnum",
      cell: ({ ours, currency }) => (
        <>
          <span className="text-ink-3 sm:hidden">{t("overview.ours")} </span>
          {amount(ours, currency)}
        </>
      ),
    },
    {
      key: "theirs",
      header: t("overview.theirs"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap tnum",
      cell: ({ theirs, currency }) => (
        <>
          <span className="text-ink-3 sm:hidden">{t("overview.theirs")} </span>
          {amount(theirs, currency)}
        </>
      ),
    },
    {
      key: "found",
      header: t("overview.foundAt"),
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ found_at }) => <DateTime at={found_at} className="text-ink-2 tnum" />,
    },
  ];
}
