/** Bank transfer of a booking: IBAN and reference to pay, and marking it as received. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { type Payment, payments, type Refund, type TransferDetails as Details } from "#contract/payments.ts";
import { formatIban } from "#contract/payments-iban-rules.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { Button, type ButtonSize } from "#web/kit/ui/button.tsx";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { showOutcome } from "./receipt-notice.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const copiedMs = 2000;

function CopyButton({ text, name }: { text: string; name: string }) {
  const t = useTranslation();
  const [isCopied, setCopied] = useState(false);
  // Browsers have a clipboard on secure origins only.
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${t(isCopied ? "payments.transferCopied" : "payments.transferCopy")}: ${name}`}
      onClick={() => void copy().catch(() => {})}
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}

export function TransferDetails({ transfer, timezone }: { transfer: Details; timezone?: string | undefined }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { zonedDateTime } = useDateFormats(timezone);
  const { reference, holder, iban, bic, amount, currency, expiresAt } = transfer;
  const rows = [
    { name: t("payments.transferReference"), text: reference, copied: reference },
    { name: t("payments.transferAmount"), text: money(amount, currency), copied: (amount / 100).toFixed(2) },
    { name: t("payments.transferHolder"), text: holder, copied: holder },
    { name: t("payments.iban"), text: formatIban(iban), copied: iban },
    ...(bic ? [{ name: t("payments.bic"), text: bic, copied: bic }] : []),
  ];
  return (
    <section
      aria-label={t("payments.bankAccount")}
      className="grid gap-3 rounded-lg border border-line bg-sunken p-3.5 text-left text-13"
    >
      <p className="font-semibold">{t("payments.transferTitle", { amount: money(amount, currency) })}</p>
      <dl className="grid gap-1">
        {rows.map(({ name, text, copied }) => (
          <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-3">
            <dt className="text-ink-3">{name}</dt>
            <dd className="flex items-center justify-between gap-3">
              <span className="font-medium [overflow-wrap:anywhere] text-ink tnum">{text}</span>
              <CopyButton text={copied} name={name} />
            </dd>
          </div>
        ))}
        <div className="grid min-h-8 grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-3">
          <dt className="text-ink-3">{t("payments.transferUntil")}</dt>
          <dd className="font-medium text-ink tnum">{zonedDateTime(expiresAt)}</dd>
        </div>
      </dl>
      <p className="text-xs text-ink-3">
        {t("payments.transferReferenceHint")} {t("payments.transferText")}
      </p>
    </section>
  );
}

export function ReceivePayment({ payment, size = "md" }: { payment: Payment; size?: ButtonSize }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [open, setOpen] = useState(false);
  const receive = useMutation(endpointMutation(payments.receive, { quiet: "outcome" }));
  const params = { organizationId: payment.organization.id, paymentId: payment.id };
  const amount = money(payment.amount, payment.currency);
  return (
    <>
      <Button size={size} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Check aria-hidden />
        {t("payments.isReceived")}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`${amount} · ${payment.user.fullName}`}
        confirm={t("payments.isReceived")}
        tone="primary"
        onConfirm={async () => {
          const { message } = await receive.mutateAsync({ params, body: {} });
          await refetchPaymentQueries(cache);
          showOutcome(message);
        }}
      >
        {t("payments.isReceivedText", { amount, reference: payment.reference ?? "" })}
      </ConfirmDialog>
    </>
  );
}

interface SendRefundProps {
  payment: Payment;
  refund: Refund;
}

/** For a refund that the team pays by hand: of a bank transfer, or one that the provider or the bank has sent back. */
export function SendRefund({ payment, refund }: SendRefundProps) {
  const t = useTranslation();
  const label = t(refund.isOwed ? "payments.isPaidOtherwise" : "payments.isSent");
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [open, setOpen] = useState(false);
  const send = useMutation(endpointMutation(payments.refundSent, { quiet: "outcome" }));
  const params = { organizationId: payment.organization.id, paymentId: payment.id, refundId: refund.id };
  const amount = money(refund.amount, payment.currency);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Check aria-hidden />
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`${amount} · ${payment.user.fullName}`}
        confirm={label}
        tone="primary"
        onConfirm={async () => {
          const { message } = await send.mutateAsync({ params, body: {} });
          await refetchPaymentQueries(cache);
          showOutcome(message);
        }}
      >
        {t(refund.isOwed ? "payments.isPaidOtherwiseText" : "payments.isSentText", {
          amount,
          payer: payment.user.fullName,
        })}
      </ConfirmDialog>
    </>
  );
}
