/** What stands otherwise at the payment service than here, for who runs the platform; nothing where all agrees. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { Returns } from "#contract/kit.ts";
import { payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { Moment } from "#web/kit/moment.tsx";
import { useMoney } from "#web/kit/money.ts";
import { scopePath } from "#web/kit/scope.ts";
import { type Column, DataTable, rowLink } from "#web/kit/table.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";

type Difference = Returns<typeof payments.differences>[number];

export function Differences() {
  const t = useWords();
  const { data } = useQuery({ ...read(payments.differences, {}, { quiet: true }), staleTime: 0 });
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
  const t = useWords();
  const money = useMoney();
  const locale = useLocale();
  // Of what nobody here knows, not even the currency is known.
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
            <Link to={scopePath(organization.id, `/payments/${paymentId}`)} className={rowLink}>
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
      cell: ({ found_at }) => <Moment at={found_at} className="text-ink-2 tnum" />,
    },
  ];
}
