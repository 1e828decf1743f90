import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { type Payment, PaymentDraft, payments, type ProviderName } from "#contract/payments.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { amountInUnits } from "#web/kit/form/money-field.tsx";
import { AmountField } from "./amount-field.tsx";
import { DeskField } from "./desk-field.tsx";
import { showOutcome } from "./receipt-notice.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";

const RefundDraft = z.strictObject({
  amount: amountInUnits,
  to: z.enum(["origin", "balance"]),
  tillId: PaymentDraft.shape.tillId,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
});

export function RefundButton({ payment }: { payment: Payment }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { fullName } = payment.user;
  return (
    <DialogButton
      label={t("payments.refund")}
      icon={<Undo2 aria-hidden />}
      title={t("payments.refundTitle", { name: fullName })}
      description={`${t(paymentMethodLabels[payment.method])} · ${money(payment.amount, payment.currency)}`}
    >
      {(close) => <RefundForm payment={payment} onClose={close} />}
    </DialogButton>
  );
}

export function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const refund = useMutation(endpointMutation(payments.refund, { quiet: "outcome" }));
  const { refundable, currency } = payment;
  return (
    <Form
      schema={RefundDraft}
      defaultValues={{ amount: refundable / 100, to: "origin", reason: "", tillId: null }}
      guard={false}
      onSubmit={async ({ amount, to, reason, tillId }) => {
        const body = {
          amount: toMinorUnits(amount),
          reason,
          ...(to === "balance" && { to }),
          ...(tillId && { tillId }),
        };
        const params = { organizationId: payment.organization.id, paymentId: payment.id };
        const { message } = await refund.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        await refetchPaymentQueries(cache);
        showOutcome(message);
        onClose();
      }}
    >
      <AmountField
        max={refundable}
        currency={currency}
        tooMuchMessage={t("payments.moreThanPaid", { amount: money(refundable, currency) })}
      />
      {payment.customerId !== null && payment.method !== "balance" && payment.method !== "voucher" && (
        <SelectField
          name="to"
          label={t("credits.refundTo")}
          options={[
            { value: "origin" as const, label: t("credits.toOrigin") },
            { value: "balance" as const, label: t("credits.toBalance") },
          ]}
        />
      )}
      <RefundPreview payment={payment} />
      <RefundDesk payment={payment} />
      <TextareaField
        name="reason"
        label={t("payments.refundReason")}
        hint={t("payments.refundReasonHint")}
        rows={2}
        required
      />
      <DialogFormActions onClose={onClose}>{t("payments.refund")}</DialogFormActions>
    </Form>
  );
}

function RefundDesk({ payment: { provider, method, event } }: { payment: Payment }) {
  const isToBalance = useFieldValue("to") === "balance";
  if (provider !== null || isToBalance || method === "voucher") return null;
  return <DeskField method={method} facilityIds={event && [event.facilityId]} />;
}

const refundTexts = {
  stripe: "payments.refundToCard",
  bank_transfer: "payments.refundByTransfer",
} as const satisfies Record<ProviderName, MessageKey>;

function findRefundText({ provider, method }: Payment, isToBalance: boolean) {
  if (method === "balance") return "credits.refundOfBalance";
  if (method === "voucher") return "vouchers.refundText";
  if (isToBalance) return "credits.refundText";
  return provider ? refundTexts[provider] : "payments.refundAtDesk";
}

function RefundPreview({ payment }: { payment: Payment }) {
  const { amount: whole, refundable, currency } = payment;
  const t = useTranslation();
  const money = useAmountFormat();
  const amount = useFieldValue("amount");
  const part = typeof amount === "number" && amount > 0 ? toMinorUnits(amount) : 0;
  const text = findRefundText(payment, useFieldValue("to") === "balance");
  // The field says so.
  if (part > refundable) return null;
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {t(text, { part: money(part, currency), whole: money(whole, currency) })}
    </p>
  );
}
