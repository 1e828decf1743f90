/** The letter to somebody who is invited into an organization. */
import { template } from "#server/kit/mail-template.ts";

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
