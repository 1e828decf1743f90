/** Finds whom a text message can reach: a mobile number that the account or the organization knows, unless it was turned off. */
import parsePhoneNumber, { type CountryCode } from "libphonenumber-js/mobile";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import type { NotificationKind } from "#contract/notifications.ts";
import type { Booker } from "#server/customers/mail.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Language } from "#messages/translator.ts";

export interface SmsRecipient {
  /** E.164. */
  to: string;
  language: Language;
}

/** @returns E.164, undefined for what is no number of a mobile telephone */
export function toMobileNumber(phone: string, countryId: number): string | undefined {
  const number = parsePhoneNumber(phone, countryCodeOf(countryId) as CountryCode | undefined);
  return number?.isValid() ? number.number : undefined;
}

const hasTurnedOff = async (db: Database, userId: string, kind: NotificationKind): Promise<boolean> => {
  const chosen = await db
    .selectFrom("notification_preferences")
    .select("choice")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("channel", "=", "sms")
    .executeTakeFirst();
  return chosen?.choice === "off";
};

/** The account's number comes first: its owner keeps it. */
export async function findSmsRecipient(
  db: Database,
  { organizationId, countryId, kind }: { organizationId: string; countryId: number; kind: NotificationKind },
  { user_id, customer_id }: Booker,
): Promise<SmsRecipient | undefined> {
  if (user_id !== null && (await hasTurnedOff(db, user_id, kind))) return undefined;
  const account =
    user_id === null
      ? undefined
      : await db.selectFrom("users").select(["phone", "language"]).where("id", "=", user_id).executeTakeFirst();
  const customer =
    customer_id === null
      ? undefined
      : await db
          .selectFrom("customers")
          .select(["phone", "language"])
          .where("organization_id", "=", organizationId)
          .where("id", "=", customer_id)
          .executeTakeFirst();
  const language = (account?.language ?? customer?.language ?? languageOfCountry(countryId)) as Language;
  const to = [account?.phone, customer?.phone]
    .flatMap((phone) => (phone ? (toMobileNumber(phone, countryId) ?? []) : []))
    .at(0);
  return to === undefined ? undefined : { to, language };
}
