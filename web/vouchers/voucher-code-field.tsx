/** The code of a gift voucher, which is looked up once it is typed. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type CheckedVoucher, vouchers } from "#contract/vouchers.ts";
import { parseVoucherCode } from "#contract/vouchers-code-rules.ts";
import { ApiError, endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface VoucherCodeFieldProps {
  name: string;
  onChecked?: (voucher: CheckedVoucher | undefined) => void;
}

export function VoucherCodeField({ name, onChecked }: VoucherCodeFieldProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const typed = useFieldValue(name);
  const code = typeof typed === "string" ? parseVoucherCode(typed) : null;
  const check = useMutation(endpointMutation(vouchers.check, { quiet: true }));
  const look = useEffectEvent((known: string | null) => {
    onChecked?.(undefined);
    check.reset();
    if (known === null) return;
    check
      .mutateAsync({ params: { organizationId }, body: { code: known } })
      .then(({ data }) => onChecked?.(data))
      // The field shows why.
      .catch(() => {});
  });
  useEffect(() => look(code), [code]);
  return (
    <div className="grid gap-1.5">
      <TextField
        name={name}
        label={t("vouchers.codeOf")}
        hint={t("vouchers.codeHint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <div role="status" className="text-13 empty:hidden">
        {check.data && <Found voucher={check.data.data} />}
        {check.error && (
          <span className="text-danger">
            {check.error instanceof ApiError && check.error.status === 422
              ? t("vouchers.unknownCode")
              : check.error.message}
          </span>
        )}
      </div>
    </div>
  );
}

function Found({ voucher: { left, currency, expiresOn } }: { voucher: CheckedVoucher }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats();
  return (
    <span className="text-ink-2 tnum">
      {t("vouchers.leftUntil", { left: money(left, currency), date: date(noonOf(expiresOn)) })}
    </span>
  );
}
