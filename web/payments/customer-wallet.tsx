/** The balance of a customer with the buttons that top it up and pay it out. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { HandCoins, Undo2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import type { CustomerDetail } from "#contract/customers.ts";
import type { Wallet } from "#contract/credits.ts";
import { optionalText } from "#contract/kit.ts";
import { manualPaymentMethods, payments, SalePayment } from "#contract/payments.ts";
import { useWallet } from "#web/customers/use-wallet.ts";
import { WalletCard } from "#web/credits/wallet-card.tsx";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { amountInUnits, MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { AmountField } from "./amount-field.tsx";
import { CashChange } from "./cash-change.tsx";
import { DeskField } from "./desk-field.tsx";
import { useMethodOptions } from "./method-options.ts";
import { BuyerReceipt, showOutcome, showRecorded } from "./receipt-notice.tsx";
import { SellerGate } from "./seller-gate.tsx";

interface CustomerWalletProps {
  customer: Pick<CustomerDetail, "id" | "name" | "archivedAt">;
}

export function CustomerWallet({ customer }: CustomerWalletProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can, isPlatform } = useScope();
  const wallet = useWallet(customer.id);
  if (!wallet) return null;
  const { name } = customer;
  const amount = money(wallet.amount, wallet.currency);
  return (
    <WalletCard
      wallet={wallet}
      actions={
        !isPlatform && (
          <>
            {can(payments.sell) && !customer.archivedAt && (
              <DialogButton
                label={t("credits.topUpAct")}
                icon={<HandCoins aria-hidden />}
                title={t("credits.topUpTitle", { name })}
                description={t("credits.topUpText")}
              >
                {(close) => <TopUpForm wallet={wallet} onClose={close} />}
              </DialogButton>
            )}
            {can(payments.payOut) && wallet.amount > 0 && (
              <DialogButton
                label={t("credits.payOut")}
                icon={<Undo2 aria-hidden />}
                title={t("credits.payOutTitle", { name })}
                description={t("credits.payOutText", { amount })}
              >
                {(close) => <PayOutForm wallet={wallet} onClose={close} />}
              </DialogButton>
            )}
          </>
        )
      }
    />
  );
}

interface WalletFormProps {
  wallet: Wallet;
  onClose: () => void;
}

const TopUpDraft = z.strictObject({
  amount: z.nullable(amountInUnits),
  method: z.enum(manualPaymentMethods),
  given: optionalText(20),
  note: SalePayment.shape.note,
  email: SalePayment.shape.email,
  tillId: SalePayment.shape.tillId,
});

function TopUpForm({ wallet: { customerId, organization, currency }, onClose }: WalletFormProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const sell = useMutation(endpointMutation(payments.sell, { quiet: "outcome" }));
  const options = useMethodOptions(0, currency, false);
  return (
    <SellerGate>
      {(watch) => (
        <Form
          schema={TopUpDraft}
          defaultValues={{ amount: null, method: "cash", given: "", note: "", email: "", tillId: null }}
          guard={false}
          onSubmit={async ({ amount, method, note, email, tillId }) => {
            const topUp = toMinorUnits(amount ?? 0);
            const payment = { method, ...(note && { note }), ...(email && { email }), ...(tillId && { tillId }) };
            const body = { customerId, lines: [{ topUp, quantity: 1 }], payment };
            const params = { organizationId: organization.id };
            const { data } = await watch(sell.mutateAsync({ params, body, idempotencyKey: keyOf(body) }));
            await refetchPaymentQueries(cache);
            const said = t("credits.toppedUp", { amount: money(topUp, currency) });
            showRecorded(t, said, data.payment?.receiptsTo ?? []);
            onClose();
          }}
        >
          <MoneyField name="amount" label={t("payments.amount")} currency={currency} min={0.01} />
          <SelectField name="method" label={t("payments.method")} options={options} />
          <DeskField facilityIds={null} />
          <TopUpChange currency={currency} />
          <TextField name="note" label={t("payments.note")} autoComplete="off" optional />
          <BuyerReceipt customerId={customerId} />
          <DialogFormActions onClose={onClose}>{t("credits.topUpAct")}</DialogFormActions>
        </Form>
      )}
    </SellerGate>
  );
}

function TopUpChange({ currency }: { currency: string }) {
  const amount = useFieldValue("amount");
  const total = typeof amount === "number" ? toMinorUnits(amount) : 0;
  return useFieldValue("method") === "cash" && total > 0 ? <CashChange total={total} currency={currency} /> : null;
}

const PayOutDraft = z.strictObject({
  amount: amountInUnits,
  method: z.enum(manualPaymentMethods),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  tillId: SalePayment.shape.tillId,
});

function PayOutForm({ wallet, onClose }: WalletFormProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const payOut = useMutation(endpointMutation(payments.payOut, { quiet: "outcome" }));
  const { customerId, organization, currency, amount: most } = wallet;
  const options = useMethodOptions(0, currency, false);
  return (
    <Form
      schema={PayOutDraft}
      defaultValues={{ amount: most / 100, method: "cash", reason: "", tillId: null }}
      guard={false}
      onSubmit={async ({ amount, method, reason, tillId }) => {
        const body = { amount: toMinorUnits(amount), method, reason, ...(tillId && { tillId }) };
        const params = { organizationId: organization.id, customerId };
        const { message } = await payOut.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        await refetchPaymentQueries(cache);
        showOutcome(message);
        onClose();
      }}
    >
      <AmountField
        max={most}
        currency={currency}
        tooMuchMessage={t("credits.payOutMost", { amount: money(most, currency) })}
      />
      <SelectField name="method" label={t("payments.method")} options={options} />
      <DeskField facilityIds={null} />
      <TextField name="reason" label={t("payments.refundReason")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("credits.payOut")}</DialogFormActions>
    </Form>
  );
}
