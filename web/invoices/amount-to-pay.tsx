import type { InvoiceListItem } from "#contract/invoices.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Badge } from "#web/kit/ui/badge.tsx";

/** Shows the amount of an invoice that is still to be paid, and until when. */
export function AmountToPay({ invoice: { toPay, dueOn, currency } }: { invoice: InvoiceListItem }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats("UTC");
  const now = useNow();
  if (toPay === 0 || dueOn === null) return null;
  const isOverdue = Date.parse(`${dueOn}T23:59:59`) < now;
  return (
    <Badge tone={isOverdue ? "red" : "amber"}>
      {t(isOverdue ? "invoices.overdueSince" : "invoices.toPayBy", {
        amount: money(toPay, currency),
        date: date(noonOf(dueOn)),
      })}
    </Badge>
  );
}
