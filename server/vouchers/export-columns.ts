import type { Voucher, VoucherPurpose, VoucherState } from "#contract/vouchers.ts";
import {
  dateTimeColumn,
  labelColumn,
  moneyColumn,
  platformOnly,
  textColumn,
  type Column,
} from "#server/kit/documents/columns.ts";
import type { MessageKey } from "#messages/keys.ts";

const stateLabels = {
  active: "vouchers.stateActive",
  used: "vouchers.stateUsed",
  expired: "vouchers.stateExpired",
  canceled: "vouchers.stateCanceled",
} as const satisfies Record<VoucherState, MessageKey>;

const purposeLabels = {
  single: "vouchers.purposeSingle",
  multi: "vouchers.purposeMulti",
} as const satisfies Record<VoucherPurpose, MessageKey>;

export const voucherColumns: Column<Voucher>[] = [
  textColumn("vouchers.codeEnd", (row) => row.codeEnd),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  labelColumn("vouchers.state", stateLabels, (row) => row.state),
  labelColumn("vouchers.purpose", purposeLabels, (row) => row.purpose),
  moneyColumn("vouchers.amount", (row) => row.amount),
  moneyColumn("vouchers.left", (row) => row.left),
  textColumn("organizations.currency", (row) => row.currency),
  textColumn("vouchers.expiresOn", (row) => row.expiresOn),
  textColumn("vouchers.buyer", (row) => row.buyer.name),
  textColumn("vouchers.recipient", (row) => row.recipientName),
  textColumn("vouchers.recipientEmail", (row) => row.recipientEmail),
  textColumn("vouchers.deliverOn", (row) => row.deliverOn),
  dateTimeColumn("vouchers.deliveredAt", (row) => row.deliveredAt),
  dateTimeColumn("kit.created", (row) => row.created_at),
  textColumn("organizations.id", (row) => row.id),
];
