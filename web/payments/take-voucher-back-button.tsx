/** Takes an unused gift voucher back, once what comes back is shown. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { PaymentDraft, payments } from "#contract/payments.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import type { VoucherActionProps } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { DeskField } from "./desk-field.tsx";
import { showOutcome } from "./receipt-notice.tsx";

export default function TakeVoucherBackButton(voucher: VoucherActionProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can } = useScope();
  const { date } = useDateFormats();
  const { amount, currency, takeBackUntil } = voucher;
  if (!can(payments.takeVoucherBack)) return null;
  return (
    <DialogButton
      label={t("vouchers.takeBack")}
      icon={<Undo2 aria-hidden />}
      title={t("vouchers.takeBackTitle")}
      description={t("vouchers.takeBackText", {
        amount: money(amount, currency),
        date: date(noonOf(takeBackUntil)),
      })}
    >
      {(close) => <TakeBackForm voucher={voucher} onClose={close} />}
    </DialogButton>
  );
}

const TakeBackDraft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  tillId: PaymentDraft.shape.tillId,
});

function TakeBackForm({ voucher, onClose }: { voucher: VoucherActionProps; onClose: () => void }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const takeBack = useMutation(endpointMutation(payments.takeVoucherBack, { quiet: "outcome" }));
  return (
    <Form
      schema={TakeBackDraft}
      defaultValues={{ reason: "", tillId: null }}
      guard={false}
      onSubmit={async ({ reason, tillId }) => {
        const body = { reason, ...(tillId && { tillId }) };
        const params = { organizationId: voucher.organizationId, voucherId: voucher.voucherId };
        const { message } = await takeBack.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        await refetchPaymentQueries(cache);
        showOutcome(message);
        onClose();
      }}
    >
      <DeskField facilityIds={null} />
      <TextField name="reason" label={t("payments.refundReason")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("vouchers.takeBack")}</DialogFormActions>
    </Form>
  );
}
