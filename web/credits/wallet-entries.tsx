/** Entries of a balance, with what was left after each. */
import { Link } from "@tanstack/react-router";
import type { WalletEntry } from "#contract/credits.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const kindLabels = {
  top_up: "credits.kindTopUp",
  refund: "credits.kindRefund",
  use: "credits.kindUse",
  use_back: "credits.kindUseBack",
  payout: "credits.kindPayout",
} as const satisfies Record<WalletEntry["kind"], string>;

interface WalletEntriesProps {
  entries: readonly WalletEntry[];
  timezone: string | undefined;
  /** Links to the payments; none for members, who have no page of a payment. */
  pathOf?: (paymentId: string) => string;
}

export function WalletEntries({ entries, timezone, pathOf }: WalletEntriesProps) {
  const t = useTranslation();
  return (
    <ul aria-label={t("credits.entries")} className="divide-y divide-line">
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} timezone={timezone} to={pathOf?.(entry.paymentId)} />
      ))}
    </ul>
  );
}

function EntryRow({
  entry,
  timezone,
  to,
}: {
  entry: WalletEntry;
  timezone: string | undefined;
  to: string | undefined;
}) {
  const t = useTranslation();
  const money = useAmountFormat();
  const signed = useSignedAmountFormat();
  const { date } = useDateFormats(timezone);
  const { kind, at, label, amount, balance, currency } = entry;
  const title = t(kindLabels[kind]);
  const isNamed = kind !== "top_up" && kind !== "payout";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3.5 gap-y-0.5 px-4 py-2 text-13">
      {to ? (
        <Link to={to} className="min-w-0 font-medium [overflow-wrap:anywhere] hover:underline">
          {title}
        </Link>
      ) : (
        <span className="min-w-0 font-medium">{title}</span>
      )}
      <span className="text-right font-medium tnum">{signed(amount, currency)}</span>
      <span className="text-xs text-ink-3 [overflow-wrap:anywhere]">
        <time dateTime={at} className="tnum">
          {date(at)}
        </time>
        {isNamed && ` · ${label}`}
      </span>
      <span className="text-right text-xs text-ink-3 tnum">
        {t("credits.left", { amount: money(balance, currency) })}
      </span>
    </li>
  );
}
