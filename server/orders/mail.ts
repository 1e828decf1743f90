/** Mails to buyers: what they have bought with its terms and the right to withdraw, and what came back when they withdrew. */
import { formatMoney } from "#messages/format-money.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { agreedOf, findOrder, type OrderRow } from "./rows.ts";
import { sayDate } from "./describe.ts";

interface BoughtParams {
  organization: string;
  name: string;
  /** The name of somebody else whom it is for. */
  holder: string | null;
  words: string[];
  terms: string | null;
  consent: string[];
  /** Minor units. */
  amount: number;
  currency: string;
  /** Local dates. */
  startsOn: string | null;
  endsOn: string | null;
  withdrawBy: string | null;
  link: string;
}

/** The contract on a durable medium, with how to withdraw from it (French consumer code, L221-13). */
export const boughtMail = defineMailTemplate<BoughtParams>(
  "orders.bought",
  (params, { t, language }) => {
    const { organization, name, holder, words, terms, consent, amount, currency, startsOn, endsOn, withdrawBy } =
      params;
    const text = t("orders.mailBoughtText", { name, organization });
    const dates = [
      ...(startsOn ? [t("orders.from", { date: sayDate(language, startsOn) })] : []),
      ...(endsOn ? [t("orders.until", { date: sayDate(language, endsOn) })] : []),
    ];
    return {
      subject: t("orders.mailBoughtSubject", { name, organization }),
      preview: text,
      paragraphs: [
        text,
        ...(withdrawBy ? [t("orders.mailWithdraw", { date: sayDate(language, withdrawBy) })] : []),
        ...consent,
        ...(terms ? [terms] : []),
      ],
      facts: [
        { label: t("orders.what"), lines: [name, ...words] },
        ...(holder ? [{ label: t("orders.holder"), lines: [holder] }] : []),
        ...(dates.length > 0 ? [{ label: t("orders.when"), lines: dates }] : []),
        { label: t("orders.total"), lines: [formatMoney(amount, currency, language)] },
      ],
      button: { label: t("orders.mailButton"), url: params.link },
    };
  },
  {
    example: ({ organization, formerStart, formerEnd, price: amount, currency, url: link }) => ({
      ...{ organization, name: "10 × 60", holder: null, words: [], terms: null, consent: [], amount, currency },
      ...{ startsOn: formerStart.slice(0, 10), endsOn: null, withdrawBy: formerEnd.slice(0, 10), link },
    }),
  },
);

interface WithdrawnParams {
  organization: string;
  name: string;
  /** Minor units: for what was used, and what comes back. */
  kept: number;
  amount: number;
  currency: string;
  link: string;
}

export const withdrawnMail = defineMailTemplate<WithdrawnParams>(
  "orders.withdrawn",
  ({ organization, name, kept, amount, currency, link }, { t, language }) => {
    const text = t("orders.mailWithdrawnText", { name, organization });
    const money = (minor: number) => formatMoney(minor, currency, language);
    return {
      subject: t("orders.mailWithdrawnSubject", { name, organization }),
      preview: text,
      paragraphs: [text],
      facts: [
        ...(kept > 0 ? [{ label: t("orders.kept"), lines: [money(kept)] }] : []),
        { label: t("orders.comesBack"), lines: [money(amount)] },
      ],
      button: { label: t("orders.mailButton"), url: link },
    };
  },
  {
    example: ({ organization, price: amount, currency, url: link }) => ({
      ...{ organization, name: "10 × 60", kept: 0, amount, currency, link },
    }),
  },
);

async function findReader({ db, appContext, organizationId }: TenantContext, { customer_id, id }: OrderRow) {
  const to = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id });
  const link = `${appContext.config.appUrl}/organizations/${organizationId}/orders/${id}`;
  return to && { mail: { to: to.email, language: to.language, about: id }, link };
}

export async function notifyBought(context: TenantContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, context.organizationId, orderId);
  const reader = await findReader(context, order);
  if (!reader) return;
  const { name, words, termsText: terms, consent, subscription } = agreedOf(order);
  await enqueueMail(context, {
    ...{ ...reader.mail, template: boughtMail },
    params: {
      ...{ organization: order.organization_name, name, words, terms, consent },
      holder: order.holder_id === order.customer_id ? null : order.holder_name,
      ...{ amount: order.amount, currency: order.currency, withdrawBy: order.withdraw_by, link: reader.link },
      startsOn: subscription?.term.from ?? order.pack_starts_on,
      endsOn: subscription?.term.to ?? order.pack_expires_on,
    },
  });
}

export async function notifyWithdrawn(
  context: TenantContext,
  order: OrderRow,
  { kept, amount }: { kept: number; amount: number },
): Promise<void> {
  const reader = await findReader(context, order);
  if (!reader) return;
  await enqueueMail(context, {
    ...{ ...reader.mail, template: withdrawnMail },
    params: {
      ...{ organization: order.organization_name, name: agreedOf(order).name, kept, amount },
      ...{ currency: order.currency, link: reader.link },
    },
  });
}
