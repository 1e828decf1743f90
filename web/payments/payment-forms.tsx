/** Forms of the team to collect an amount due: payment link and recorded payment. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Banknote, Link as LinkIcon, Send, Share2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import type { Returns } from "#contract/kit.ts";
import type { Event } from "#contract/events.ts";
import { deskMethods, payments, PaymentDraft } from "#contract/payments.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { AddressField } from "./address-field.tsx";
import { DeskField } from "./desk-field.tsx";
import { amountInUnits } from "#web/kit/form/money-field.tsx";
import { AmountField } from "./amount-field.tsx";
import { FollowVoucher, VoucherOfMethod } from "./voucher-method.tsx";
import { ReceiptNotice, showOutcome, showRecorded } from "./receipt-notice.tsx";
import { useMethodOptions } from "./method-options.ts";
import { SellerGate } from "./seller-gate.tsx";

interface EventAmountDue {
  event: Event;
  /** Minor units. */
  due: number;
  currency: string;
}

const LinkDraft = z.strictObject({ email: z.nullish(z.email()) });

export function SendPaymentLinkButton({ event, due, currency }: EventAmountDue) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <DialogButton
      label={t("payments.sendLink")}
      icon={<Send aria-hidden />}
      title={t("payments.sendLink")}
      description={t("payments.sendLinkText", { amount: money(due, currency) })}
    >
      {(close) => (
        <PaymentLinkForm subject={toLinkSubject(event)} isKnown={Boolean(event.customer?.userId)} onClose={close} />
      )}
    </DialogButton>
  );
}

/** The booking or the charge that the link is to pay, or the customer who pays all that they owe by it. */
export interface LinkSubject {
  organizationId: string;
  key: { eventId: string } | { chargeId: string } | { customerId: string };
  name: string;
  /** Undefined: the reader's. */
  timezone: string | undefined;
}

export const toLinkSubject = ({ organizationId, id: eventId, name, timezone }: Event): LinkSubject => ({
  ...{ organizationId, key: { eventId }, name, timezone },
});

interface PaymentLinkFormProps {
  subject: LinkSubject;
  /** Whether an address is known that the link goes to by itself. */
  isKnown: boolean;
  onClose: () => void;
}

function useLinks({ organizationId, key }: LinkSubject) {
  const ofEvent = {
    send: useMutation(endpointMutation(payments.link, { quiet: "outcome" })),
    copy: useMutation(endpointMutation(payments.copyLink)),
  };
  const ofCharge = {
    send: useMutation(endpointMutation(payments.chargeLink, { quiet: "outcome" })),
    copy: useMutation(endpointMutation(payments.copyChargeLink)),
  };
  const ofCustomer = {
    send: useMutation(endpointMutation(payments.customerLink, { quiet: "outcome" })),
    copy: useMutation(endpointMutation(payments.copyCustomerLink)),
  };
  const { copy } = "eventId" in key ? ofEvent : "chargeId" in key ? ofCharge : ofCustomer;
  return {
    copied: copy.data?.data,
    isCopying: copy.isPending,
    send: (body: { email?: string }, idempotencyKey: string) =>
      "eventId" in key
        ? ofEvent.send.mutateAsync({ params: { organizationId, ...key }, body, idempotencyKey })
        : "chargeId" in key
          ? ofCharge.send.mutateAsync({ params: { organizationId, ...key }, body, idempotencyKey })
          : ofCustomer.send.mutateAsync({ params: { organizationId, ...key }, body, idempotencyKey }),
    copy: (idempotencyKey: string) =>
      "eventId" in key
        ? ofEvent.copy.mutateAsync({ params: { organizationId, ...key }, idempotencyKey })
        : "chargeId" in key
          ? ofCharge.copy.mutateAsync({ params: { organizationId, ...key }, idempotencyKey })
          : ofCustomer.copy.mutateAsync({ params: { organizationId, ...key }, idempotencyKey }),
  };
}

export function PaymentLinkForm({ subject, isKnown, onClose }: PaymentLinkFormProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const links = useLinks(subject);
  if (links.copied) return <CopiedLink {...links.copied} subject={subject} onClose={onClose} />;
  return (
    <SellerGate>
      {(watch) => (
        <Form
          schema={LinkDraft}
          defaultValues={{ email: "" }}
          guard={false}
          onSubmit={async ({ email }) => {
            const body = email ? { email } : {};
            const { data } = await watch(links.send(body, keyOf(body)));
            await refetchPaymentQueries(cache);
            showOutcome(t("payments.linkSentTo", { email: data.email }));
            onClose();
          }}
        >
          <AddressField isKnown={isKnown} />
          <FormActions>
            <Button
              className="sm:mr-auto"
              pending={links.isCopying}
              onClick={() =>
                void watch(links.copy(keyOf("copy")))
                  .then(() => refetchPaymentQueries(cache))
                  // The mutation has shown the refusal.
                  .catch(() => {})
              }
            >
              <LinkIcon aria-hidden />
              {t("payments.copyLink")}
            </Button>
            <Button onClick={onClose}>{t("kit.cancel")}</Button>
            <SubmitButton>{t("payments.send")}</SubmitButton>
          </FormActions>
        </Form>
      )}
    </SellerGate>
  );
}

function CopiedLink({
  url,
  expiresAt,
  subject: { name, timezone },
  onClose,
}: Returns<typeof payments.copyLink> & Omit<PaymentLinkFormProps, "isKnown">) {
  const t = useTranslation();
  const { dateTime } = useDateFormats(timezone);
  const share = () => void navigator.share({ title: name, url }).catch(() => {});
  return (
    <CopyField
      variant="primary"
      label={t("payments.link")}
      value={url}
      hint={t("payments.linkUntil", { until: dateTime(expiresAt) })}
      copy={t("payments.copyLink")}
      copied={t("payments.linkCopied")}
    >
      {"share" in navigator && (
        <Button onClick={share}>
          <Share2 aria-hidden />
          {t("payments.shareLink")}
        </Button>
      )}
      <Button className="sm:ml-auto" onClick={onClose}>
        {t("kit.close")}
      </Button>
    </CopyField>
  );
}

const RecordDraft = z.strictObject({
  method: z.enum(deskMethods),
  amount: amountInUnits,
  note: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
  email: PaymentDraft.shape.email,
  tillId: PaymentDraft.shape.tillId,
  voucherCode: PaymentDraft.shape.voucherCode,
});

/** `wallet`: minor units on the balance of the customer. */
type RecordedDue = EventAmountDue & { wallet: number };

export function RecordPaymentButton(money: RecordedDue) {
  const t = useTranslation();
  return (
    <DialogButton
      label={t("payments.record")}
      icon={<Banknote aria-hidden />}
      title={t("payments.record")}
      description={t("payments.recordText")}
    >
      {(close) => <RecordPaymentForm {...money} onClose={close} />}
    </DialogButton>
  );
}

export function RecordPaymentForm({ event, due, wallet, currency, onClose }: RecordedDue & { onClose: () => void }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const record = useMutation(endpointMutation(payments.record, { quiet: "outcome" }));
  const options = useMethodOptions(wallet, currency);
  const [left, setLeft] = useState<number>();
  return (
    <SellerGate>
      {(watch) => (
        <Form
          schema={RecordDraft}
          defaultValues={{
            method: deskMethods[0],
            amount: due / 100,
            note: "",
            email: "",
            tillId: null,
            voucherCode: "",
          }}
          guard={false}
          onSubmit={async ({ method, amount, note, email, tillId, voucherCode }) => {
            const body = {
              ...{ method, amount: toMinorUnits(amount) },
              ...(note && { note }),
              ...(email && { email }),
              ...(tillId && { tillId }),
              ...(method === "voucher" && { voucherCode }),
            };
            const params = { organizationId: event.organizationId, eventId: event.id };
            const answer = await watch(record.mutateAsync({ params, body, idempotencyKey: keyOf(body) }));
            const { data, message = "" } = answer;
            await refetchPaymentQueries(cache);
            showRecorded(t, message, data.receiptTo ? [data.receiptTo] : []);
            onClose();
          }}
        >
          <SelectField name="method" label={t("payments.method")} options={options} />
          <VoucherOfMethod name="voucherCode" onChecked={(voucher) => setLeft(voucher?.left)} />
          <FollowVoucher due={due} left={left} />
          <DeskField facilityIds={[event.facilityId]} />
          <AmountField
            max={due}
            currency={currency}
            tooMuchMessage={t("payments.moreThanDue", { amount: money(due, currency) })}
          />
          <TextField name="note" label={t("payments.note")} autoComplete="off" optional />
          <ReceiptNotice eventIds={[event.id]} />
          <DialogFormActions onClose={onClose}>{t("payments.record")}</DialogFormActions>
        </Form>
      )}
    </SellerGate>
  );
}
