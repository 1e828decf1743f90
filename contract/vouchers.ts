/** Gift vouchers: money that is paid ahead for whoever has the code. All amounts are minor units. */
import * as z from "zod/mini";
import {
  defineModule,
  email,
  get,
  id,
  instant,
  ListQuery,
  localDate,
  optionalText,
  page,
  personName,
  post,
  requiredLine,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/**
 * `single`: all that it can pay has one tax rate, so its tax is invoiced when it is sold and nothing is when it is used.
 * `multi`: a receipt without tax when it is sold, the tax is invoiced when it is used.
 */
export const voucherPurposes = ["single", "multi"] as const;
export type VoucherPurpose = (typeof voucherPurposes)[number];

/** By the date of the organization: nobody has to set it. */
export const voucherStates = ["active", "used", "expired", "canceled"] as const;
export type VoucherState = (typeof voucherStates)[number];

/** Unused, it can be taken back for so many days. */
export const TAKE_BACK_DAYS = 14;
export const VOUCHER_MONTHS = 24;
/** In the future: of a birthday that is far. */
export const LATEST_DELIVERY_DAYS = 366;
export const MAX_VOUCHER_AMOUNT = 1_000_000;

/** As it is typed or read by a scanner: a wrong one is refused with a sentence. */
export const voucherCode = requiredLine(40);

/** A voucher as a line of a sale. */
export const VoucherDraft = z.strictObject({
  amount: z.int().check(z.gte(100), z.lte(MAX_VOUCHER_AMOUNT)),
  purpose: z.enum(voucherPurposes),
  recipientName: z.nullish(personName(80)),
  /** It is mailed there. Null: it is printed. */
  recipientEmail: z.nullish(email),
  message: optionalText(500),
  /** Local date, from 8 in the morning. Default: at once. */
  deliverOn: z.nullish(localDate),
  /** The last day. Default: after 24 months. */
  expiresOn: z.nullish(localDate),
});
export type VoucherDraft = z.infer<typeof VoucherDraft>;

export const Voucher = z.object({
  id,
  organization: EntityRef,
  /** The last four signs. */
  codeEnd: z.string(),
  state: z.enum(voucherStates),
  purpose: z.enum(voucherPurposes),
  amount: z.int(),
  left: z.int(),
  currency: z.string(),
  /** Local date, included. */
  expiresOn: z.iso.date(),
  buyer: z.object({ id, name: z.string() }),
  recipientName: z.nullable(z.string()),
  recipientEmail: z.nullable(z.string()),
  /** Local date; null where it is not mailed. */
  deliverOn: z.nullable(z.iso.date()),
  deliveredAt: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type Voucher = z.infer<typeof Voucher>;

export const VoucherUse = z.object({
  id,
  at: instant,
  paymentId: id,
  /** The name of the booking or the sale that was paid. */
  label: z.string(),
  /** Negative for what came back to the voucher. */
  amount: z.int(),
  /** Left after it. */
  left: z.int(),
});
export type VoucherUse = z.infer<typeof VoucherUse>;

export const VoucherDetail = z.extend(Voucher, {
  /** In groups of four. */
  code: z.string(),
  message: z.nullable(z.string()),
  /** The payment by which it was bought, with its document. */
  paymentId: z.nullable(id),
  /** The last day on which it can be taken back; null where it was used or is no longer there. */
  takeBackUntil: z.nullable(z.iso.date()),
  /** Latest first. */
  uses: z.array(VoucherUse),
});
export type VoucherDetail = z.infer<typeof VoucherDetail>;

/** A voucher as its buyer or its recipient reads it. */
export const OwnVoucher = z.extend(
  z.pick(Voucher, {
    ...{ id: true, organization: true, codeEnd: true, state: true, amount: true, left: true, currency: true },
    ...{ expiresOn: true, recipientName: true },
  }),
  {
    /** In groups of four; null for the buyer of one that was mailed to somebody else. */
    code: z.nullable(z.string()),
  },
);
export type OwnVoucher = z.infer<typeof OwnVoucher>;

/** A voucher that can pay, by its code. */
export const CheckedVoucher = z.object({
  id,
  codeEnd: z.string(),
  left: z.int(),
  currency: z.string(),
  expiresOn: z.iso.date(),
});
export type CheckedVoucher = z.infer<typeof CheckedVoucher>;

/** For the form that sells one: the tax rates of all that the organization sells. */
export const VoucherTerms = z.object({
  purpose: z.enum(voucherPurposes),
  /** Hundredths of a percent, the highest first. */
  rates: z.array(z.int()),
  /** Local date of a voucher that is sold today. */
  expiresOn: z.iso.date(),
  today: z.iso.date(),
});
export type VoucherTerms = z.infer<typeof VoucherTerms>;

const vouchersPath = "/organizations/{organizationId}/vouchers";

export const vouchers = defineModule("vouchers", {
  list: get(vouchersPath, {
    allow: "payments.show",
    mayLag: true,
    summary: "Gift vouchers, the latest first; `q` finds by the end of the code, and by names",
    query: z.extend(ListQuery, {
      state: z.optional(z.enum(voucherStates)),
      /** The buyer. */
      customerId: z.optional(id),
    }),
    returns: page(Voucher),
  }),
  read: get(`${vouchersPath}/{voucherId}`, {
    allow: "payments.show",
    summary: "One gift voucher with its code and what it has paid",
    returns: VoucherDetail,
  }),
  terms: get("/organizations/{organizationId}/voucher-terms", {
    allow: "sales.create",
    summary: "How a gift voucher is sold today: its purpose by the tax rates of what it can pay, and its last day",
    returns: VoucherTerms,
  }),
  mine: get("/auth/user/vouchers", {
    allow: "verified",
    summary: "Gift vouchers of all organizations that one has bought, or that were mailed to one's address",
    query: z.omit(ListQuery, { q: true }),
    returns: page(OwnVoucher),
  }),
  check: post(`${vouchersPath}/check`, {
    allow: "member",
    summary: "Find the gift voucher of a code, and what is left on it; ten wrong codes an hour",
    body: z.strictObject({ code: voucherCode }),
    example: { code: "7K2M-9QX0-1TGH" },
    returns: CheckedVoucher,
    status: 200,
    leavesEntry: false,
  }),
  pdf: get(`${vouchersPath}/{voucherId}/voucher.pdf`, {
    allow: "payments.show",
    summary: "A gift voucher as PDF, to print",
    returns: z.unknown(),
    raw: "download",
  }),
});
