/** By which of the means one pays, the code of the voucher, and how much. */
import { useState } from "react";
import * as z from "zod/mini";
import { type PrepaidDraft, PrepaidDraft as Draft, prepaidMethods, type PrepaidMeans } from "#contract/payments.ts";
import type { CheckedVoucher } from "#contract/vouchers.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { amountInUnits } from "#web/kit/form/money-field.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { FoundVoucherField } from "#web/vouchers/voucher-code-field.tsx";
import { AmountField } from "./amount-field.tsx";
import { FollowVoucher } from "./voucher-method.tsx";

const FormDraft = z.strictObject({
  method: z.enum(prepaidMethods),
  amount: amountInUnits,
  voucherCode: Draft.shape.voucherCode,
});

interface PrepaidFormProps {
  /** Minor units. */
  due: number;
  currency: string;
  means: PrepaidMeans;
  findVoucher: (code: string) => Promise<CheckedVoucher>;
  onPay: (paid: Pick<PrepaidDraft, "method" | "amount" | "voucherCode">) => Promise<void>;
  onClose: () => void;
}

export function PrepaidForm({ due, currency, means, findVoucher, onPay, onClose }: PrepaidFormProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const [left, setLeft] = useState<number>();
  const { wallet, takesVouchers } = means;
  const hasChoice = wallet > 0 && takesVouchers;
  return (
    <Form
      schema={FormDraft}
      defaultValues={{
        method: wallet > 0 ? "balance" : "voucher",
        amount: (wallet > 0 ? Math.min(due, wallet) : due) / 100,
        voucherCode: "",
      }}
      guard={false}
      onSubmit={({ method, amount, voucherCode }) =>
        onPay({ method, amount: toMinorUnits(amount), ...(method === "voucher" && { voucherCode }) })
      }
    >
      {hasChoice && (
        <SelectField
          name="method"
          label={t("payments.method")}
          options={[
            { value: "balance", label: `${t(paymentMethodLabels.balance)} · ${money(wallet, currency)}` },
            { value: "voucher", label: t(paymentMethodLabels.voucher) },
          ]}
        />
      )}
      {wallet > 0 && !takesVouchers && (
        <p className="text-13 text-ink-2">{t("credits.left", { amount: money(wallet, currency) })}</p>
      )}
      <VoucherOfPayer isOnly={wallet === 0} find={findVoucher} onChecked={(voucher) => setLeft(voucher?.left)} />
      <FollowVoucher due={due} left={left} />
      <AmountField
        max={due}
        currency={currency}
        tooMuchMessage={t("payments.moreThanDue", { amount: money(due, currency) })}
      />
      <DialogFormActions onClose={onClose}>{t("payments.payShort")}</DialogFormActions>
    </Form>
  );
}

function VoucherOfPayer({
  isOnly,
  find,
  onChecked,
}: {
  isOnly: boolean;
  find: PrepaidFormProps["findVoucher"];
  onChecked: (voucher: CheckedVoucher | undefined) => void;
}) {
  const isByVoucher = useFieldValue("method") === "voucher";
  return isOnly || isByVoucher ? <FoundVoucherField name="voucherCode" find={find} onChecked={onChecked} /> : null;
}
