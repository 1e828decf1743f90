/** A purchase in a list: what it is, for whom, what it cost, and its state. */
import type { ReactNode } from "react";
import type { Order } from "#contract/orders.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { stateLabels, stateTones } from "./labels.ts";

export function OrderRow({
  order,
  where,
  children,
}: {
  order: Order;
  where?: string | undefined;
  children?: ReactNode;
}) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats("UTC");
  const { name, holder, state, total, currency, withdrawBy, canWithdraw } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-13">
      <span className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          <Badge tone={stateTones[state]} dot>
            {t(stateLabels[state])}
          </Badge>
        </span>
        <span className="[overflow-wrap:anywhere] text-ink-3">
          {[
            ...(where ? [where] : []),
            ...(holder.isSelf ? [] : [holder.name]),
            ...(canWithdraw && withdrawBy ? [t("orders.canWithdraw", { date: date(noonOf(withdrawBy)) })] : []),
          ].join(" · ")}
        </span>
      </span>
      <span className="min-w-16 text-right font-medium tnum">{money(total, currency)}</span>
      {children && <span className="flex flex-wrap items-center gap-2">{children}</span>}
    </li>
  );
}
