/** The desk ticks off who has paid of a price that is shared at the club: a method for all, and one press for each. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useState } from "react";
import { manualPaymentMethods, payments } from "#contract/payments.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { showRecorded } from "#web/payments/receipt-notice.tsx";

export type ShareMethod = (typeof manualPaymentMethods)[number];

interface ShareMethodChoiceProps {
  method: ShareMethod;
  onChoose: (method: ShareMethod) => void;
}

export function ShareMethodChoice({ method, onChoose }: ShareMethodChoiceProps) {
  const t = useTranslation();
  const name = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-3 text-13">
      <span className="text-ink-2">{t("payments.method")}</span>
      <SegmentedControl
        name={name}
        aria-label={t("payments.method")}
        options={manualPaymentMethods.map((value) => ({ value, label: t(paymentMethodLabels[value]) }))}
        value={method}
        onValueChange={onChoose}
      />
    </div>
  );
}

interface TickShareProps {
  /** The payer's. */
  name: string;
  debt: ({ eventId: string } | { chargeId: string }) & { amount: number };
  currency: string;
  method: ShareMethod;
}

export function TickShare({ name, debt, currency, method }: TickShareProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const record = useMutation({
    ...endpointMutation(payments.recordSeveral, { quiet: "outcome" }),
    onSuccess: ({ data, message = "" }) => showRecorded(t, message, data.receiptsTo),
    // A refusal says that it has changed meanwhile.
    onSettled: () => invalidatePaymentQueries(cache),
  });
  const body = { method, debts: [debt] };
  return (
    <Button
      size="sm"
      pending={record.isPending}
      aria-label={t("participants.tickNamed", { name, amount: money(debt.amount, currency) })}
      onClick={() => record.mutate({ params: { organizationId }, body, idempotencyKey: keyOf(body) })}
    >
      <Check aria-hidden />
      {t("participants.tick")}
    </Button>
  );
}
