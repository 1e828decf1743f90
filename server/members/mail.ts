/** Mails of invitations. */
import { sql } from "kysely";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import type { Permission } from "#contract/permissions.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { Language } from "#messages/translator.ts";
import { createInvitationSecret } from "./invitation-links.ts";
import { holdsInTeam } from "./permissions.ts";
import { findAccountsByEmail } from "./memberships.ts";
import { roleName } from "./roles.ts";

export interface Recipient {
  id: string;
  email: string;
  language: Language;
}

/** Active users with a confirmed address; without a language of their own, they get that of the organization's country. */
const reachableUsers = (db: Database, organizationId: string) =>
  db
    .selectFrom("users")
    .innerJoin("organizations", (join) => join.on("organizations.id", "=", organizationId))
    .select(["users.id", "users.email", "users.language", "organizations.country_id"])
    .where("users.active", "=", true)
    .where("users.email_verified_at", "is not", null);

const toRecipient = ({ id, email, language, country_id }: ReachableUserRows[number]): Recipient => ({
  id,
  email,
  language: (language as Language | null) ?? languageOfCountry(country_id),
});
type ReachableUserRows = Awaited<ReturnType<ReturnType<typeof reachableUsers>["execute"]>>;

const listReachableById = statement((db, { organizationId, userId }: { organizationId: string; userId: string }) =>
  reachableUsers(db, organizationId).where("users.id", "=", userId),
);
/** Also finds former members; undefined if the account is inactive or its address unconfirmed. */
export async function findRecipient(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<Recipient | undefined> {
  const [row] = await listReachableById(db, { organizationId, userId });
  return row && toRecipient(row);
}

/** Only active team members. */
export async function listPermissionHolders(
  db: Database,
  organizationId: string,
  permission: Permission,
): Promise<Recipient[]> {
  const rows = await reachableUsers(db, organizationId)
    .where(holdsInTeam(sql.ref("users.id"), organizationId, permission))
    .orderBy("users.id")
    .execute();
  return rows.map(toRecipient);
}

interface InvitationParams {
  organizationName: string;
  roleName: string;
  inviterName: string;
  /** `/auth/register?email=…&invitation=…`, also for those with an account: they sign in there. */
  link: string;
}

export const invitationMail = defineMailTemplate<InvitationParams>(
  "members.invitation",
  ({ link, ...names }, { t }) => ({
    subject: t("members.mailInvitationSubject", { organizationName: names.organizationName }),
    preview: t("members.mailInvitationPreview", {
      inviterName: names.inviterName,
      organizationName: names.organizationName,
    }),
    heading: t("members.mailInvitationHeading", { organizationName: names.organizationName }),
    paragraphs: [t("members.mailInvitationText", names)],
    button: { label: t("members.mailInvitationButton"), url: link },
    note: t("members.mailInvitationNote", { organizationName: names.organizationName }),
  }),
  {
    example: ({ organization: organizationName, role: roleName, person: inviterName, url: link }) => ({
      ...{ organizationName, roleName, inviterName, link },
    }),
  },
);

export interface InvitationBatch {
  organization: { id: string; name: string; countryId: number };
  role: { id: number; name: string };
  invited: readonly { id: string; email: string; invited_at: Date }[];
}

export async function sendInvitationMails(
  context: RequestContext & { db: Database },
  batch: InvitationBatch,
): Promise<void> {
  const { db, appContext, user } = context;
  const { organization, role, invited } = batch;
  const emails = invited.map(({ email }) => email);
  const accounts = await findAccountsByEmail(db, organization.id, emails);
  for (const invitation of invited) {
    const { email } = invitation;
    const language = accounts.get(email)?.language ?? languageOfCountry(organization.countryId);
    const search = new URLSearchParams({ email, invitation: await createInvitationSecret(db, invitation) });
    const params = {
      organizationName: organization.name,
      roleName: roleName(role, translators[language]),
      inviterName: user.fullName,
      link: `${appContext.config.appUrl}/auth/register?${search.toString()}`,
    };
    const sender = { ...context, organizationId: organization.id };
    await enqueueMail(sender, { to: email, language, template: invitationMail, params });
  }
}
