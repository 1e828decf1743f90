/** Port of registrations to invitations; registered in `app.ts`. */
import type { InvitationPreview } from "#contract/accounts.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface InvitationPort {
  /**
   * The open invitation that a link of a mail leads to. The link proves the mailbox.
   * @returns undefined when the link is wrong, or the invitation answered, revoked or expired
   */
  findInvitation(
    context: Pick<RequestContext, "db" | "now" | "t">,
    token: string,
  ): Promise<Omit<InvitationPreview, "hasAccount"> | undefined>;
  /** Makes the invited person a member, in the caller's transaction. */
  acceptInvitation(context: RequestContext, invitationId: string): Promise<void>;
}

/** Nobody is invited where no module invites. */
export const invitationPort = definePort<InvitationPort>({
  findInvitation: async () => undefined,
  acceptInvitation: async () => {},
});
