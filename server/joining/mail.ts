/** Mails about requests to join: to those who may answer, and with the answer to who asked. */
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { findRecipient, listPermissionHolders } from "#server/members/mail.ts";
import { findOrganizationName } from "#server/members/queries.ts";

interface RequestParams {
  name: string;
  organization: string;
  organizationId: string;
  message: string | null;
}

const requestMail = defineMailTemplate<RequestParams>(
  "joining.request",
  ({ name, organization, organizationId, message }, { t, appUrl }) => ({
    subject: t("joining.mailRequestSubject", { name, organization }),
    preview: t("joining.mailRequestText"),
    paragraphs: [t("joining.mailRequestText")],
    ...(message !== null && { facts: [{ label: t("joining.message"), lines: message.split("\n") }] }),
    button: {
      label: t("joining.mailRequestButton"),
      url: `${appUrl}/organizations/${organizationId}/joining`,
    },
  }),
);

interface AnswerParams {
  status: "approved" | "declined";
  organization: string;
  reason: string | null;
}

const answerMail = defineMailTemplate<AnswerParams>(
  "joining.answer",
  ({ status, organization, reason }, { t, appUrl }) => {
    const isIn = status === "approved";
    const text = t(isIn ? "joining.joined" : "joining.refused", { organization });
    return {
      subject: text,
      preview: text,
      paragraphs: [text],
      ...(reason !== null && { facts: [{ label: t("joining.reason"), lines: reason.split("\n") }] }),
      ...(isIn && { button: { label: t("joining.mailAnswerButton"), url: `${appUrl}/overview` } }),
    };
  },
  { example: ({ organization }) => ({ status: "approved", organization, reason: null }) },
);

interface NewRequest {
  organizationId: string;
  organizationName: string;
  message: string | null;
}

export async function notifyApprovers(context: RequestContext, request: NewRequest): Promise<void> {
  const { organizationId, organizationName: organization, message } = request;
  const sender = { ...context, organizationId };
  for (const { email, language } of await listPermissionHolders(context.db, organizationId, "members.manage")) {
    const params = { name: context.user.fullName, organization, organizationId, message };
    await enqueueMail(sender, { to: email, language, template: requestMail, params });
  }
}

export async function notifyAnswer(
  context: RequestContext,
  { userId, status, reason }: { userId: string; status: AnswerParams["status"]; reason: string | null },
): Promise<void> {
  const { db, organizationId } = context;
  const recipient = await findRecipient(db, organizationId, userId);
  if (!recipient) return;
  const { name: organization } = await findOrganizationName(db, organizationId);
  const { email, language } = recipient;
  await enqueueMail(context, { to: email, language, template: answerMail, params: { status, organization, reason } });
}
