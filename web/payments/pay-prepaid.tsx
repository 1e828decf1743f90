/** Pays what one owes with what was paid ahead: one's own balance, or a gift voucher by its code; the rest is paid otherwise. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import { payments, type PrepaidMeans } from "#contract/payments.ts";
import { vouchers } from "#contract/vouchers.ts";
import { call, endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { ButtonSize } from "#web/kit/ui/button.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { PrepaidForm } from "./prepaid-form.tsx";
import { showOutcome } from "./receipt-notice.tsx";

interface PayPrepaidProps {
  organizationId: string;
  owed: { eventId: string } | { chargeId: string } | { chargeIds: string[] };
  /** Minor units. */
  due: number;
  currency: string;
  means: PrepaidMeans;
  size?: ButtonSize;
}

/** Nothing where one has neither a balance nor could have a voucher. */
export function PayPrepaidButton({ organizationId, owed, due, currency, means, size = "md" }: PayPrepaidProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const pay = useMutation(endpointMutation(payments.payPrepaid, { quiet: "outcome" }));
  if (means.wallet === 0 && !means.takesVouchers) return null;
  const label = means.wallet === 0 ? t("vouchers.one") : t(means.takesVouchers ? "payments.payAhead" : "credits.title");
  return (
    <DialogButton
      {...{ label, size }}
      icon={<Gift aria-hidden />}
      title={label}
      description={t("payments.payAheadText")}
    >
      {(close) => (
        <PrepaidForm
          {...{ due, currency, means }}
          findVoucher={async (code) =>
            (await call(vouchers.check, { params: { organizationId }, body: { code } }, { quiet: true })).data
          }
          onPay={async (paid) => {
            const body = { ...owed, ...paid };
            const { message } = await pay.mutateAsync({
              params: { organizationId },
              body,
              idempotencyKey: keyOf(body),
            });
            await refetchPaymentQueries(cache);
            showOutcome(message);
            close();
          }}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
