/** Mails to customers: those that the team writes, and addresses of customers without an account. */
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import type { Returns } from "#contract/kit.ts";
import type { customers } from "#contract/customers.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { findRecipient } from "#server/members/mail.ts";
import type { Language } from "#messages/translator.ts";
import { findCustomer } from "./queries.ts";
import { selectRelatives } from "./relation-queries.ts";

export interface CustomerRecipient {
  email: string;
  language: Language;
}

/** The customer of an event, and their account where they have one. */
export interface Booker {
  user_id: string | null;
  customer_id: string | null;
}

/**
 * Finds where a customer reads mails: the account's confirmed address, without an account the one that the team has noted,
 * else that of who reads their mails. Addresses without an account get the language in which they have booked, else that of the organization's country.
 */
export async function findCustomerRecipient(
  db: Database,
  organizationId: string,
  { user_id, customer_id }: Booker,
): Promise<CustomerRecipient | undefined> {
  const account = user_id ? await findRecipient(db, organizationId, user_id) : undefined;
  if (account || !customer_id) return account;
  const row = await db
    .selectFrom("customers")
    .innerJoin("organizations", "organizations.id", "customers.organization_id")
    .leftJoin(selectRelatives(db, organizationId, "receives").as("receiver"), (join) =>
      join
        .onRef("receiver.organization_id", "=", "customers.organization_id")
        .onRef("receiver.to_id", "=", "customers.id"),
    )
    .select(["customers.email", "customers.user_id", "customers.language", "organizations.country_id"])
    .select(["receiver.email as receiver_email", "receiver.user_id as receiver_user_id"])
    .where("customers.organization_id", "=", organizationId)
    .where("customers.id", "=", customer_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const reach = async (userId: string | null, email: string | null): Promise<CustomerRecipient | undefined> => {
    if (userId) return findRecipient(db, organizationId, userId);
    const language = (row.language as Language | null) ?? languageOfCountry(row.country_id);
    return email ? { email, language } : undefined;
  };
  return (await reach(user_id ?? row.user_id, row.email)) ?? reach(row.receiver_user_id, row.receiver_email);
}

export interface PayerRecipient {
  to: CustomerRecipient;
  /** The account of the payer; null for none. */
  account: string | null;
}

/** @returns where a payer reads mails; undefined without an address */
export async function findPayerRecipient(
  db: Database,
  organizationId: string,
  payerId: string,
): Promise<PayerRecipient | undefined> {
  const to = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: payerId });
  if (!to) return undefined;
  const { user_id: account } = await db
    .selectFrom("customers")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", payerId)
    .executeTakeFirstOrThrow();
  return { to, account };
}

interface MessageParams {
  organization: string;
  author: string;
  subject: string;
  text: string;
  replyTo: string;
}

const messageMail = defineMailTemplate<MessageParams>("customers.message", (params, { t }) => {
  const { organization, author, subject, text, replyTo } = params;
  return {
    subject: t("customers.mailSubject", { organization, subject }),
    heading: subject,
    preview: text.slice(0, 120),
    paragraphs: text.split(/\n{2,}/u),
    note: t("customers.mailReply", { author, organization, email: replyTo }),
    replyTo,
  };
});

/** Answers go to the organization's address where it has one. @throws HttpError 409 if nobody would read them */
async function findReplyAddress({ db, organizationId, user }: Call<typeof customers.message>): Promise<string> {
  const { email } = await db
    .selectFrom("organizations")
    .select("email")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (email === null && user.isApiKey) throw new HttpError(409, message("customers.noReplyAddress"));
  return email ?? user.email;
}

/** @throws HttpError 409 without an address, 429 after many messages */
export async function sendMessage(call: Call<typeof customers.message>): Promise<Returns<typeof customers.message>> {
  const { db, organizationId, params, body, user, record } = call;
  const customer = await findCustomer(db, organizationId, params.customerId);
  const to = await findCustomerRecipient(db, organizationId, { user_id: customer.userId, customer_id: customer.id });
  if (!to) throw new HttpError(409, message("customers.noEmail", { name: customer.name }));
  await enforceRateLimit(call, [
    rateLimit("message.customer", organizationId, customer.id),
    rateLimit("message.person", organizationId, user.id),
  ]);
  await enqueueMail(call, {
    to: to.email,
    language: to.language,
    template: messageMail,
    params: {
      organization: customer.organization.name,
      author: user.fullName,
      subject: body.subject,
      text: body.text,
      replyTo: await findReplyAddress(call),
    },
  });
  record({ after: { subject: body.subject } });
  return { email: to.email };
}
