/** Whom an organization writes to, and its letter to those whom it invites. */
import { sql } from "kysely";
import { countryIds, countryLanguages } from "#contract/general.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Place } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { template } from "#server/kit/mail-template.ts";
import { sendMail } from "#server/kit/mailer.ts";
import { words } from "#server/kit/words.ts";
import type { Language } from "#words/words.ts";
import { listAccounts } from "./memberships.ts";
import { nameOf } from "./roles.ts";

/** Of people without an account nobody knows what they read, nor of those who never said: what most read where the organization is. */
const languageOf = (countryId: number): Language => {
  const known = countryIds.find((id) => id === countryId);
  return known ? countryLanguages[known] : "en";
};

/** Somebody who can be written to. */
export interface Addressee {
  id: string;
  email: string;
  language: Language;
}

/** Everybody whose account is active and whose address is confirmed; the language is theirs, else the organization's. */
const reachable = (db: Database, organizationId: string) =>
  db
    .selectFrom("users")
    .innerJoin("organizations", (join) => join.on("organizations.id", "=", organizationId))
    .select(["users.id", "users.email", "users.language", "organizations.country_id"])
    .where("users.active", "=", true)
    .where("users.email_verified_at", "is not", null);

const addresseeOf = ({ id, email, language, country_id }: Addressees[number]): Addressee => ({
  id,
  email,
  language: (language as Language | null) ?? languageOf(country_id),
});
type Addressees = Awaited<ReturnType<ReturnType<typeof reachable>["execute"]>>;

/** A person to write to on behalf of an organization, whether they still belong to it or not; undefined where nobody reads it. */
export async function findAddressee(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<Addressee | undefined> {
  const row = await reachable(db, organizationId).where("users.id", "=", userId).executeTakeFirst();
  return row && addresseeOf(row);
}

/** The active members of the team who hold a permission. */
export async function listHolders(db: Database, organizationId: string, permission: Permission): Promise<Addressee[]> {
  const rows = await reachable(db, organizationId)
    .where(
      sql<boolean>`exists (
        select from membership_roles as held
        join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
        join memberships on memberships.organization_id = held.organization_id and memberships.user_id = held.user_id
        where held.organization_id = ${organizationId} and held.user_id = users.id
          and memberships.active and roles.type = 'admin' and ${permission} = any(roles.permissions)
      )`,
    )
    .orderBy("users.id")
    .execute();
  return rows.map(addresseeOf);
}

interface InvitationParams {
  organizationName: string;
  roleName: string;
  inviterName: string;
  /** To `/auth/register?email=…` for new people, to `/invitations` for those who have an account. */
  link: string;
}

export const invitationMail = template<InvitationParams>("members.invitation", ({ link, ...names }, { t }) => ({
  subject: t("members.mailInvitationSubject", { organizationName: names.organizationName }),
  preview: t("members.mailInvitationPreview", {
    inviterName: names.inviterName,
    organizationName: names.organizationName,
  }),
  heading: t("members.mailInvitationHeading", { organizationName: names.organizationName }),
  paragraphs: [t("members.mailInvitationText", names)],
  button: { label: t("members.mailInvitationButton"), url: link },
  note: t("members.mailInvitationNote", { organizationName: names.organizationName }),
}));

export interface Invited {
  organization: { id: string; name: string; countryId: number };
  role: { id: number; name: string };
  emails: readonly string[];
}

/** Writes to each, in the invited person's language. */
export async function sendInvitations(place: Place & { db: Database }, invited: Invited): Promise<void> {
  const { db, house, user } = place;
  const { organization, role, emails } = invited;
  const accounts = await listAccounts(db, organization.id, emails);
  for (const email of emails) {
    const account = accounts.get(email);
    const language = account?.language ?? languageOf(organization.countryId);
    // Registering again costs nobody anything who has not confirmed the address yet.
    const page = account?.isVerified ? "/invitations" : `/auth/register?email=${encodeURIComponent(email)}`;
    const params = {
      organizationName: organization.name,
      roleName: nameOf(role, words[language]),
      inviterName: user.fullName,
      link: house.config.appUrl + page,
    };
    await sendMail(place, { to: email, language, template: invitationMail, params });
  }
}
