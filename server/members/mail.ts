/** The letter to somebody who is invited into an organization. */
import { countryIds, countryLanguages } from "#contract/general.ts";
import type { Place } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { template } from "#server/kit/mail-template.ts";
import { sendMail } from "#server/kit/mailer.ts";
import { words } from "#server/kit/words.ts";
import type { Language } from "#words/words.ts";
import { listAccounts } from "./memberships.ts";
import { nameOf } from "./roles.ts";

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

/** Of people without an account nobody knows what they read: what most read where the organization is. */
const languageOf = (countryId: number): Language => {
  const known = countryIds.find((id) => id === countryId);
  return known ? countryLanguages[known] : "en";
};

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
