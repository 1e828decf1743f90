/** Port of accounts to invitations; registered in `app.ts`. */
import type { InvitationPreview } from "#contract/accounts.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface FoundInvitation extends Omit<InvitationPreview, "hasAccount"> {
  /** An old link may have been forwarded. */
  provesAddress: boolean;
}

export interface InvitationPort {
  /** @returns undefined if the secret is wrong or replaced, or the invitation answered, revoked or expired */
  findInvitation(
    context: Pick<RequestContext, "db" | "now" | "t">,
    secret: string,
  ): Promise<FoundInvitation | undefined>;
  /** Makes the invited person a member, in the caller's transaction. */
  acceptInvitation(context: RequestContext, invitationId: string): Promise<void>;
}

export const invitationPort = definePort<InvitationPort>({
  findInvitation: async () => undefined,
  acceptInvitation: async () => {},
});
