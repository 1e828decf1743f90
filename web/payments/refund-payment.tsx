/** Giving back what was paid, all or a part. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { type Payment, payments } from "#contract/payments.ts";
import { refreshMoney } from "#web/availability/refresh.ts";
import { fillKeys } from "#web/events/event-draft.ts";
import { write } from "#web/kit/api.ts";
import { TextareaField } from "#web/kit/fields.tsx";
import { Form, useFieldValue } from "#web/kit/form.tsx";
import { useMoney } from "#web/kit/money.ts";
import { useWords } from "#web/kit/words.ts";
import { methodLabels } from "#web/events/labels.ts";
import { Actions, AmountField, centsOf, Opens, units } from "#web/panel/take-money.tsx";

const RefundDraft = z.strictObject({
  amount: units,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
});

export function RefundPayment({ payment }: { payment: Payment }) {
  const t = useWords();
  const money = useMoney();
  const { fullName } = payment.user;
  return (
    <Opens
      label={t("payments.refund")}
      icon={<Undo2 aria-hidden />}
      title={t("payments.refundTitle", { name: fullName })}
      description={`${t(methodLabels[payment.method])} · ${money(payment.amount, payment.currency)}`}
    >
      {(close) => <RefundForm payment={payment} onClose={close} />}
    </Opens>
  );
}

export function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useWords();
  const money = useMoney();
  const cache = useQueryClient();
  const [keyOf] = useState(fillKeys);
  const refund = useMutation(write(payments.refund));
  const { refundable, currency } = payment;
  return (
    <Form
      schema={RefundDraft}
      defaultValues={{ amount: refundable / 100, reason: "" }}
      guard={false}
      onSubmit={async ({ amount, reason }) => {
        const body = { amount: centsOf(amount), reason };
        const params = { organizationId: payment.organization.id, paymentId: payment.id };
        await refund.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        refreshMoney(cache);
        onClose();
      }}
    >
      <AmountField
        most={refundable}
        currency={currency}
        tooMuch={t("payments.moreThanPaid", { amount: money(refundable, currency) })}
      />
      <RefundPreview payment={payment} />
      <TextareaField
        name="reason"
        label={t("payments.refundReason")}
        hint={t("payments.refundReasonHint")}
        rows={2}
        required
      />
      <Actions onClose={onClose}>{t("payments.refund")}</Actions>
    </Form>
  );
}

/** What the amount means, as it is typed. */
function RefundPreview({ payment: { method, amount: whole, currency } }: { payment: Payment }) {
  const t = useWords();
  const money = useMoney();
  const amount = useFieldValue("amount");
  const part = typeof amount === "number" && amount > 0 ? centsOf(amount) : 0;
  const said = method === "card" ? "payments.refundToCard" : "payments.refundAtDesk";
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {t(said, { part: money(part, currency), whole: money(whole, currency) })}
    </p>
  );
}
