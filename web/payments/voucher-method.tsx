/** The code of the gift voucher that pays, where the method is one. */
import { useEffect, useEffectEvent } from "react";
import type { CheckedVoucher } from "#contract/vouchers.ts";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { VoucherCodeField } from "#web/vouchers/voucher-code-field.tsx";

interface VoucherOfMethodProps {
  name: string;
  /** Undefined while no voucher is known that can pay. */
  onChecked?: (voucher: CheckedVoucher | undefined) => void;
}

export function VoucherOfMethod(props: VoucherOfMethodProps) {
  return useFieldValue("method") === "voucher" ? <VoucherCodeField {...props} /> : null;
}

/** The amount is what is due, or what is left on the voucher where that is less. Minor units. */
export function FollowVoucher({ due, left }: { due: number; left: number | undefined }) {
  const setField = useSetField();
  const isByVoucher = useFieldValue("method") === "voucher";
  const most = isByVoucher && left !== undefined && left < due ? left : undefined;
  const set = useEffectEvent((amount: number) => setField("amount", amount / 100));
  useEffect(() => {
    if (most !== undefined) set(most);
  }, [most]);
  return null;
}
