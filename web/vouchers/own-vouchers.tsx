/** Gift vouchers that one has bought or was given, above one's payments; nothing for people without any. */
import { useQuery } from "@tanstack/react-query";
import { type OwnVoucher, vouchers } from "#contract/vouchers.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { stateLabels, stateTones } from "./labels.ts";

export function OwnVouchers() {
  const t = useTranslation();
  const { data } = useQuery({
    ...endpointQuery(vouchers.mine, { query: { per_page: 100 } }, { quiet: true }),
    staleTime: 0,
  });
  const own = data?.data ?? [];
  if (own.length === 0) return null;
  return (
    <Card title={t("vouchers.own")} className="mb-6">
      <ul aria-label={t("vouchers.own")} className="divide-y divide-line">
        {own.map((voucher) => (
          <VoucherRow key={voucher.id} voucher={voucher} />
        ))}
      </ul>
    </Card>
  );
}

function VoucherRow({ voucher }: { voucher: OwnVoucher }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats("UTC");
  const { organization, code, codeEnd, state, amount, left, currency, expiresOn, recipientName } = voucher;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3.5 gap-y-0.5 px-4 py-2.5 text-13">
      <span className="font-medium tnum [overflow-wrap:anywhere]">{code ?? `•••• ${codeEnd}`}</span>
      <span className="flex items-center justify-end gap-2">
        {state !== "active" && <Badge tone={stateTones[state]}>{t(stateLabels[state])}</Badge>}
        <span className="font-medium tnum">
          {t("vouchers.leftOf", { left: money(left, currency), amount: money(amount, currency) })}
        </span>
      </span>
      <span className="col-span-2 text-xs [overflow-wrap:anywhere] text-ink-3">
        {[
          organization.name,
          recipientName && t("vouchers.ownFor", { name: recipientName }),
          t("vouchers.ownUntil", { date: date(noonOf(expiresOn)) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
