/** Mail that gives a gift voucher to its recipient, with its paper. */
import { formatVoucherCode } from "#contract/vouchers-code-rules.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { printVoucher } from "./print.ts";

interface VoucherMailParams {
  organizationId: string;
  voucherId: string;
  organization: string;
  /** The name of the buyer. */
  from: string;
  name: string | null;
  text: string | null;
  /** Minor units. */
  amount: number;
  currency: string;
  code: string;
  /** Local date. */
  expiresOn: string;
}

export const voucherMail = defineMailTemplate<VoucherMailParams>(
  "vouchers.gift",
  ({ organization, from, name, text, amount, currency, code, expiresOn }, { t, language }) => {
    const money = formatMoney(amount, currency, language);
    const date = dateFormats(language, "UTC").date(`${expiresOn}T00:00:00Z`);
    const gift = t("vouchers.mailText", { from, amount: money, organization });
    return {
      subject: t("vouchers.mailSubject", { from, organization }),
      preview: gift,
      paragraphs: [
        ...(name ? [t("vouchers.mailGreeting", { name })] : []),
        gift,
        ...(text ? [text] : []),
        t("vouchers.mailUse", { date }),
      ],
      facts: [
        { label: t("vouchers.code"), lines: [formatVoucherCode(code)] },
        { label: t("vouchers.amount"), lines: [money] },
        { label: t("vouchers.expiresOn"), lines: [date] },
      ],
    };
  },
  {
    example: ({ organizationId, organization, person, price: amount, currency, formerEnd }) => ({
      ...{ organizationId, voucherId: "", organization, from: person, name: null, text: null },
      ...{ amount, currency, code: "7K2M9QX01TGH", expiresOn: formerEnd.slice(0, 10) },
    }),
    readFiles: async (appContext, { organizationId, voucherId }) => [
      await printVoucher(appContext, organizationId, voucherId),
    ],
  },
);
