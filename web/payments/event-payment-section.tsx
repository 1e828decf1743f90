import { useQuery } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { UsePack } from "#web/packs/use-pack.tsx";
import { ReceivePayment } from "./transfer.tsx";
import { RecordPaymentButton, SendPaymentLinkButton } from "./payment-forms.tsx";

export function EventPaymentSection({ event }: { event: Event }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can } = useScope();
  const params = { organizationId: event.organizationId, eventId: event.id };
  const { data } = useQuery({
    ...endpointQuery(payments.ofEvent, { params }, { quiet: true }),
    enabled: can(payments.record) && can("payments.show") && event.price > 0,
  });
  const summary = data?.data;
  const mayLink = summary?.actions.includes("link");
  const mayRecord = summary?.actions.includes("record");
  const awaited = summary?.payments.filter(({ isReceivable, status }) => isReceivable && status === "processing") ?? [];
  if (!summary || (!mayLink && !mayRecord && awaited.length === 0)) return null;
  const { due, isWrittenOff, wallet, currency } = summary;
  return (
    <section aria-label={t("payments.one")} className="grid gap-2.5 border-t border-line px-4 py-3">
      <p className="flex items-baseline justify-between gap-3 text-13">
        <span className="text-ink-3">{t(isWrittenOff ? "charges.writtenOff" : "payments.due")}</span>
        <span className="font-semibold tnum">{money(due, currency)}</span>
      </p>
      {awaited.map((payment) => (
        <div key={payment.id} className="flex flex-wrap items-center justify-between gap-2 text-13">
          <span className="grid">
            <span>{t("payments.transferExpected")}</span>
            <span className="text-ink-3 tnum">{payment.reference}</span>
          </span>
          <ReceivePayment payment={payment} size="sm" />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <UsePack event={event} />
        {mayRecord && <RecordPaymentButton event={event} due={due} wallet={wallet} currency={currency} />}
        {mayLink && <SendPaymentLinkButton event={event} due={due} currency={currency} />}
      </div>
    </section>
  );
}
