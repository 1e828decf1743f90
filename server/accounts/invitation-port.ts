/** Port of accounts to invitations; registered in `app.ts`. */
import type { InvitationPreview } from "#contract/accounts.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface InvitationPort {
  /** @returns undefined if the token is wrong, or the invitation answered, revoked or expired */
  findInvitation(
    context: Pick<RequestContext, "db" | "now" | "t">,
    token: string,
  ): Promise<Omit<InvitationPreview, "hasAccount"> | undefined>;
  /** Makes the invited person a member, in the caller's transaction. */
  acceptInvitation(context: RequestContext, invitationId: string): Promise<void>;
}

export const invitationPort = definePort<InvitationPort>({
  findInvitation: async () => undefined,
  acceptInvitation: async () => {},
});
