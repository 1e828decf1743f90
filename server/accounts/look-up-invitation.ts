/** Tells a visitor what an invitation link is for, before they sign up. */
import type { accounts, InvitationPreview } from "#contract/accounts.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { invitationPort } from "./invitation-port.ts";
import { findUsersByEmail } from "./queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "./rate-limits.ts";

/** @throws HttpError 422 on `secret` if it is wrong or replaced, or the invitation answered, revoked or expired */
export async function lookUpInvitation(call: Call<typeof accounts.lookUpInvitation>): Promise<InvitationPreview> {
  await enforceRateLimit(call, [rateLimit("invitation.network", networkPrefix(call.address))]);
  const found = await invitationPort.findInvitation(call, call.body.secret);
  if (!found) throw invalidFields({ secret: [message("accounts.invitationLinkWrong")] });
  const { provesAddress, ...invitation } = found;
  const { confirmed } = await findUsersByEmail(call.db, found.email);
  return { ...invitation, hasAccount: provesAddress ? confirmed !== undefined : null };
}
