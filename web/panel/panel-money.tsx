/** What is due for an event, and what the team can do about it beside the planning. */
import { useQuery } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { useMoney } from "#web/kit/money.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { RecordPayment, SendLink } from "./take-money.tsx";

export function PanelMoney({ event }: { event: Event }) {
  const t = useWords();
  const money = useMoney();
  const { can } = useScope();
  const params = { organizationId: event.organizationId, eventId: event.id };
  const { data } = useQuery({
    ...read(payments.ofEvent, { params }, { quiet: true }),
    enabled: can(payments.record) && can("payments.show") && event.price > 0,
  });
  const said = data?.data;
  const mayLink = said?.actions.includes("link");
  const mayRecord = said?.actions.includes("record");
  if (!said || (!mayLink && !mayRecord)) return null;
  const { due, currency } = said;
  return (
    <section aria-label={t("payments.one")} className="grid gap-2.5 border-t border-line px-4 py-3">
      <p className="flex items-baseline justify-between gap-3 text-13">
        <span className="text-ink-3">{t("payments.due")}</span>
        <span className="font-semibold tnum">{money(due, currency)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {mayRecord && <RecordPayment event={event} due={due} currency={currency} />}
        {mayLink && <SendLink event={event} due={due} currency={currency} />}
      </div>
    </section>
  );
}
