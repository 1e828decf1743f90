import { accounts, type InvitationPreview } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";

/** What the link of an invitation leads to; `closed` when it is no longer open, or cannot be looked up now. */
export const lookUpInvitation = (token: string): Promise<InvitationPreview | "closed"> =>
  call(accounts.lookUpInvitation, { body: { token } }, { quiet: true }).then(
    ({ data }) => data,
    () => "closed" as const,
  );
