/**
 * A sign-in that waits for the provider. The browser alone holds its secret: state, nonce and PKCE verifier are hashes of it,
 * of which none tells another, so that an answer is of use in that browser alone.
 */
import { createHash } from "node:crypto";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, type LocalizedMessage } from "#server/kit/http/http-error.ts";

export interface SignOnRequest {
  secret: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

const derive = (secret: string, purpose: string) =>
  createHash("sha256").update(`${purpose} ${secret}`).digest("base64url");

export const toRequest = (secret: string): SignOnRequest => ({
  secret,
  state: derive(secret, "state"),
  nonce: derive(secret, "nonce"),
  codeVerifier: derive(secret, "verifier"),
});

/** @param organizationId whose provider is asked; null: that of the server */
export async function insertRequest(db: Database, organizationId: string | null, now: Date): Promise<SignOnRequest> {
  const request = toRequest(randomToken());
  await db
    .insertInto("single_sign_on_requests")
    .values({
      state_hash: hashToken(request.state),
      organization_id: organizationId,
      expires_at: new Date(now.getTime() + retentionMs("singleSignOn")),
    })
    .execute();
  return request;
}

/** @returns whose provider was asked; undefined if it was answered already, is too old, or was never made here */
export function deleteRequest(
  db: Database,
  { state }: SignOnRequest,
  now: Date,
): Promise<{ organization_id: string | null } | undefined> {
  return db
    .deleteFrom("single_sign_on_requests")
    .where("state_hash", "=", hashToken(state))
    .where("expires_at", ">", now)
    .returning("organization_id")
    .executeTakeFirst();
}

/** For an answer of the provider that does not sign anybody in. */
export const refuse = (why: LocalizedMessage) => new HttpError(422, why, { errors: { answer: [why] } });
