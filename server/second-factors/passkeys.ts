/** Ceremonies of WebAuthn: what an authenticator is asked, and what it answers. The relying party is the host of APP_URL. */
import type { VerifiedAuthenticationResponse } from "@simplewebauthn/server";
import type * as z from "zod/mini";
import type { Assertion, PasskeyCreation, PasskeyRequest, secondFactors } from "#contract/second-factors.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Body } from "#contract/kit.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Config } from "#server/kit/process/config.ts";
import {
  type Challenge,
  deleteChallenge,
  findPasskeyWithUser,
  insertChallenge,
  listPasskeys,
  type PasskeyRow,
  updatePasskeyUse,
} from "./passkey-queries.ts";

/** Imported on first use, so that a server without passkeys does without it. */
const loadWebAuthn = () => import("@simplewebauthn/server");

type Context = Pick<Call, "db" | "appContext" | "now">;
type Purpose = Pick<Challenge, "purpose" | "userId">;

const timeout = retentionMs("passkeyChallenge");
/** EdDSA, ES256 and RS256 by COSE: every authenticator has one. The library would ask Node for others, which warns. */
const supportedAlgorithmIDs = [-8, -7, -257];
const relyingParty = ({ appUrl }: Config) => {
  const { hostname, origin } = new URL(appUrl);
  return { rpID: hostname, origin };
};
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const describe = ({ credential_id, transports }: PasskeyRow) => ({ id: toBase64(credential_id), transports });
/** The bytes that authenticators keep to know whose a passkey is. */
const userHandle = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");

export async function requestCreation({
  db,
  appContext,
  now,
  user,
}: Context & Pick<Call, "user">): Promise<PasskeyCreation> {
  const { rpID } = relyingParty(appContext.config);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Baseline",
    rpID,
    userName: user.email,
    userDisplayName: user.fullName,
    userID: new Uint8Array(userHandle(user.id)),
    timeout,
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: (await listPasskeys(db, user.id)).map(describe),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await insertChallenge(db, { challenge: options.challenge, purpose: "add", userId: user.id }, now);
  return {
    ...options,
    rp: { id: rpID, name: options.rp.name },
    timeout,
    excludeCredentials: options.excludeCredentials ?? [],
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
  };
}

/** @param passkeys that may answer; an empty list lets the person choose any */
export async function requestAssertion(
  { db, appContext, now }: Context,
  purpose: Purpose,
  passkeys: readonly PasskeyRow[],
): Promise<PasskeyRequest> {
  const { rpID } = relyingParty(appContext.config);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID, userVerification: "required", timeout });
  await insertChallenge(db, { ...purpose, challenge }, now);
  return {
    rpId: rpID,
    challenge,
    timeout,
    userVerification: "required",
    allowCredentials: passkeys.map((row) => ({ ...describe(row), type: "public-key" })),
  };
}

const refused = (field: string) => invalidFields({ [field]: [message("second-factors.passkeyWrong")] });

/** @throws HttpError 422 on `attestation` */
export async function verifyAttestation({
  db,
  appContext,
  now,
  user,
  body,
}: Context & Pick<Call, "user"> & { body: Body<typeof secondFactors.addPasskey> }) {
  const { rpID, origin } = relyingParty(appContext.config);
  const { response, ...credential } = body.attestation;
  const { transports, ...answer } = response;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: answer, clientExtensionResults: {} },
    expectedChallenge: (challenge) => deleteChallenge(db, { challenge, purpose: "add", userId: user.id }, now),
    supportedAlgorithmIDs,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    appContext.log.info({ err: error }, "a passkey was refused");
    return { verified: false as const };
  });
  if (!verified.verified) throw refused("attestation");
  const { credential: key, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: Buffer.from(key.id, "base64url"),
    public_key: Buffer.from(key.publicKey),
    counter: key.counter,
    transports: transports ?? [],
    is_synced: credentialDeviceType === "multiDevice",
    is_backed_up: credentialBackedUp,
  };
}

export interface PasskeyProof {
  id: string;
  counter: number;
  isBackedUp: boolean;
  user: { id: string; email: string; email_verified_at: Date | null; language: string | null };
}

/**
 * @param context its `db` is the pool: a challenge that was answered wrongly is not asked again
 * @param purpose its `userId` says whose passkey it must be; null: whoever has it
 * @throws HttpError 422 on `assertion`
 */
export async function verifyAssertion(
  { db, appContext, now }: Context,
  purpose: Purpose,
  assertion: z.infer<typeof Assertion>,
): Promise<PasskeyProof> {
  const { rpID, origin } = relyingParty(appContext.config);
  const { response, ...credential } = assertion;
  const { userHandle: handle, ...answer } = response;
  const row = await findPasskeyWithUser(db, Buffer.from(assertion.id, "base64url"));
  const isTheirs =
    row !== undefined &&
    (purpose.userId === null || purpose.userId === row.user_id) &&
    // A passkey that signs in alone says whose it is.
    (handle ? handle === toBase64(userHandle(row.user_id)) : purpose.userId !== null);
  if (!isTheirs) throw refused("assertion");
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response: answer, clientExtensionResults: {} },
    expectedChallenge: (challenge) => deleteChallenge(db, { ...purpose, challenge }, now),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: toBase64(row.credential_id),
      publicKey: new Uint8Array(row.public_key),
      counter: Number(row.counter),
    },
    requireUserVerification: true,
  }).catch((error: unknown): Pick<VerifiedAuthenticationResponse, "verified"> & { authenticationInfo?: never } => {
    appContext.log.info({ err: error }, "a passkey was refused");
    return { verified: false };
  });
  if (!verified.verified || !verified.authenticationInfo) throw refused("assertion");
  const { newCounter: counter, credentialBackedUp: isBackedUp } = verified.authenticationInfo;
  const { user_id, email, email_verified_at, language } = row;
  return { id: row.id, counter, isBackedUp, user: { id: user_id, email, email_verified_at, language } };
}

/** @throws HttpError 422 on `assertion` if another answer of this count came first */
export async function redeemPasskey(db: Context["db"], proof: PasskeyProof, now: Date): Promise<void> {
  if (!(await updatePasskeyUse(db, proof, now))) throw refused("assertion");
}
