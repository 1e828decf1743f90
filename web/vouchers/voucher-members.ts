/** A gift voucher in the form of a sale. */
import * as z from "zod/mini";
import { VoucherDraft } from "#contract/vouchers.ts";

const { amount: _amount, ...members } = VoucherDraft.shape;
export const VoucherMembers = z.strictObject(members);
export type VoucherMembers = z.infer<typeof VoucherMembers>;

export const emptyVoucher: VoucherMembers = {
  ...{ purpose: "multi", recipientName: "", recipientEmail: "", message: "", deliverOn: "", expiresOn: "" },
};

/** @param amount minor units */
export function toVoucherDraft(members: VoucherMembers | null, amount: number): VoucherDraft {
  const { purpose = "multi", ...texts } = members ?? {};
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
  return { ...given, amount, purpose };
}
