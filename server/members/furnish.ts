/** What a new organization gets from this room: its built-in roles and, where asked for, an invitation for its owner. */
import { ownerRoleId } from "#contract/permissions.ts";
import type { Announcements, Place } from "#server/kit/announce.ts";
import { v7 } from "#server/kit/ids.ts";
import { sendMail } from "#server/kit/mailer.ts";
import { words } from "#server/kit/words.ts";
import { pickLanguage } from "#words/words.ts";
import { expiryOf, findAccountLanguage, insertInvitations } from "./invitations.ts";
import { invitationMail } from "./mail.ts";
import { findOrganizationName, insertBuiltInRoles } from "./queries.ts";

export async function furnish(place: Place, news: Announcements["organizations.created"]): Promise<void> {
  const { db, now } = place;
  await insertBuiltInRoles(db, [news.organizationId], now);
  if (news.emailOwner) await inviteOwner(place, { ...news, email: news.emailOwner });
}

async function inviteOwner(
  place: Place,
  news: Announcements["organizations.created"] & { email: string },
): Promise<void> {
  const { db, house, now, user } = place;
  const { organizationId, email } = news;
  await insertInvitations(db, [
    {
      organization_id: organizationId,
      id: v7(now),
      email,
      role_id: ownerRoleId,
      invited_by: user.id,
      invited_at: now,
      expires_at: expiryOf(now),
    },
  ]);
  const { name } = await findOrganizationName(db, organizationId);
  const account = await findAccountLanguage(db, email);
  const language = pickLanguage([account?.language ?? ""], news.language);
  // People who have an account find their invitations on the overview.
  const page = account ? "/overview" : `/auth/register?email=${encodeURIComponent(email)}`;
  const params = {
    organizationName: name,
    roleName: words[language]("members.roleOwner"),
    inviterName: user.fullName,
    link: house.config.appUrl + page,
  };
  await sendMail(place, { to: email, language, template: invitationMail, params });
}
