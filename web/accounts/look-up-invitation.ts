import { accounts, type InvitationPreview } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";

/** Reads the invitation of a link. @returns `closed` if it is no longer open, the link was replaced, or it cannot be read now */
export const lookUpInvitation = (secret: string): Promise<InvitationPreview | "closed"> =>
  call(accounts.lookUpInvitation, { body: { secret } }, { quiet: true }).then(
    ({ data }) => data,
    () => "closed" as const,
  );
