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
  onChecked?: ((voucher: CheckedVoucher | undefined) => void) | undefined;
}

/** Looks the code up among the vouchers of the organization that is open. */
export function VoucherCodeField(props: VoucherCodeFieldProps) {
  const { organizationId } = useScope();
  const check = useMutation(endpointMutation(vouchers.check, { quiet: true }));
  return (
    <FoundVoucherField
      {...props}
      find={async (code) => (await check.mutateAsync({ params: { organizationId }, body: { code } })).data}
    />
  );
}

/** @param find throws an `ApiError` for a code that cannot pay */
export function FoundVoucherField({
  name,
  onChecked,
  find,
}: VoucherCodeFieldProps & { find: (code: string) => Promise<CheckedVoucher> }) {
  const t = useTranslation();
  const typed = useFieldValue(name);
  const code = typeof typed === "string" ? parseVoucherCode(typed) : null;
  const check = useMutation({ mutationFn: find });
  const look = useEffectEvent((known: string | null) => {
    onChecked?.(undefined);
    check.reset();
    if (known === null) return;
    check
      .mutateAsync(known)
      .then((voucher) => onChecked?.(voucher))
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
        {check.data && <Found voucher={check.data} />}
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
