/**
 * Second factors: one-time codes of an authenticator app (TOTP, two-factor authentication), passkeys (WebAuthn), which also
 * sign in alone, and recovery codes.
 */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { deviceTokens, enteredPassword, linkToken, SignedIn } from "./accounts.ts";
import { defineModule, del, get, id, instant, nameLine, noData, patch, post } from "./kit.ts";

export const RECOVERY_CODES = 10;

export const MAX_PASSKEYS = 20;

export const Passkey = z.object({
  id,
  name: z.string(),
  /** Other devices of the person have it too, such as by a password manager. */
  isBackedUp: z.boolean(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});
export type Passkey = z.infer<typeof Passkey>;

/** Sign-in wants the password alone while there is neither an app nor a passkey. */
export const SecondFactor = z.object({
  /** Null without an authenticator app. */
  totp: z.nullable(z.object({ since: instant })),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** An owner of an organization has asked for the removal of a lost one. Null if none waits. */
export const SecondFactorRemoval = z.nullable(z.object({ organization: z.string(), at: instant }));

/** `secret` in Base32, to type; `uri` is what the QR code says. */
export const TotpSetup = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof TotpSetup>;

/** Shown once; none if those before go on. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });

const totpCode = z.string().check(
  z.maxLength(20),
  z.overwrite((text) => text.replace(/\s/g, "")),
  z.regex(/^\d{6}$/, { error: "second-factors.totpForm" satisfies MessageKey }),
);
/** 6 digits of the app, or a recovery code. */
const signInCode = z.string().check(
  z.maxLength(40),
  z.overwrite((text) => text.replace(/[\s-]/g, "").toLowerCase()),
  z.regex(/^(\d{6}|[a-z0-9]{10})$/, { error: "second-factors.codeForm" satisfies MessageKey }),
);

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/));
/** `AuthenticationResponseJSON` of WebAuthn: what an authenticator has signed. */
export const Assertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.nullish(base64url(100)),
  }),
});
/** `RegistrationResponseJSON` of WebAuthn. */
const Attestation = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.nullish(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
});
const exampleAssertion = {
  id: "YmFzZWxpbmU",
  rawId: "YmFzZWxpbmU",
  type: "public-key" as const,
  response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" },
};
const exampleAttestation = {
  id: "YmFzZWxpbmU",
  rawId: "YmFzZWxpbmU",
  type: "public-key" as const,
  response: { clientDataJSON: "e30", attestationObject: "AAAA" },
};

const KnownPasskey = z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) });
/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.string(), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  attestation: z.string(),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;
/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.string(),
  allowCredentials: z.array(KnownPasskey),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** A form's: the password alone. */
export const PasswordConfirmation = z.strictObject({ password: enteredPassword });
/** A stolen session must not change how one signs in: the password, or a passkey. */
export const Confirmation = z.strictObject({
  password: z.optional(enteredPassword),
  assertion: z.optional(Assertion),
});
export type Confirmation = z.infer<typeof Confirmation>;
export const TotpCodeDraft = z.strictObject({ code: totpCode });
/** A form's: a code alone. */
export const CodeStepDraft = z.strictObject({ ticket: linkToken, code: signInCode });
/** A code, or what a passkey has signed. */
const SecondStepDraft = z.strictObject({
  ticket: linkToken,
  code: z.optional(signInCode),
  assertion: z.optional(Assertion),
});
export const PasskeyDraft = z.strictObject({ name: nameLine(60) });

const password = { password: "correct horse battery" };

export const secondFactors = defineModule("second-factors", {
  read: get("/auth/second-factor", {
    allow: "verified",
    summary: "One's second factor, and how many recovery codes are left",
    returns: SecondFactor,
  }),
  signIn: post("/auth/second-factor", {
    allow: "everyone",
    summary: "Finish a sign-in with a code of the authenticator app, a recovery code or a passkey; each counts once",
    body: SecondStepDraft,
    example: { ticket: "3Zt0m1VbCw", code: "042917" },
    returns: SignedIn,
    status: 200,
  }),
  startTotp: post("/auth/totp", {
    allow: "verified",
    summary: "Get the secret for an authenticator app; it counts once a code of it is confirmed",
    body: Confirmation,
    example: password,
    returns: TotpSetup,
    status: 200,
  }),
  confirmTotp: post("/auth/totp/confirm", {
    allow: "verified",
    summary: "Turn the second factor on with a code of the app, and get recovery codes; other sessions end",
    body: TotpCodeDraft,
    example: { code: "042917" },
    returns: RecoveryCodes,
    successMessage: "second-factors.turnedOn",
    status: 200,
  }),
  removeTotp: post("/auth/totp/remove", {
    allow: "verified",
    summary: "Turn the second factor off; its recovery codes end",
    body: Confirmation,
    example: password,
    returns: noData,
    successMessage: "second-factors.turnedOff",
    status: 200,
  }),
  readRemoval: get("/auth/second-factor/removal", {
    allow: "verified",
    summary: "The removal of one's second factor that an owner has asked for, and when it happens",
    returns: SecondFactorRemoval,
  }),
  cancelRemoval: del("/auth/second-factor/removal", {
    allow: "verified",
    summary: "Keep one's second factor, which is about to be removed as lost",
    returns: noData,
    successMessage: "second-factors.kept",
  }),
  keep: post("/auth/second-factor/keep", {
    allow: "everyone",
    summary: "Keep the second factor that is about to be removed, with the token of the mail",
    body: z.strictObject({ token: linkToken }),
    example: { token: "3Zt0m1VbCw" },
    returns: noData,
    successMessage: "second-factors.kept",
    status: 200,
  }),
  readOfUser: get("/admin/users/{userId}/second-factor", {
    allow: "users.update",
    summary: "Whether somebody has a second factor",
    returns: SecondFactor,
  }),
  removeOfUser: del("/admin/users/{userId}/second-factor", {
    allow: "users.update",
    summary: "Remove the lost second factor of somebody whose identity was checked; not one's own",
    returns: noData,
    successMessage: "second-factors.removed",
  }),
  requestSecondStep: post("/auth/second-factor/passkey", {
    allow: "everyone",
    summary: "Get a challenge for a passkey that finishes a sign-in",
    body: z.strictObject({ ticket: linkToken }),
    example: { ticket: "3Zt0m1VbCw" },
    returns: PasskeyRequest,
    status: 200,
  }),
  requestConfirmation: post("/auth/passkeys/confirm", {
    allow: "verified",
    summary: "Get a challenge for a passkey that stands in the place of one's password",
    returns: PasskeyRequest,
    status: 200,
  }),
  requestSignIn: post("/auth/passkeys/sign-in/challenge", {
    allow: "everyone",
    summary: "Get a challenge to sign in with a passkey alone",
    returns: PasskeyRequest,
    status: 200,
  }),
  signInWithPasskey: post("/auth/passkeys/sign-in", {
    allow: "everyone",
    summary: "Sign in with a passkey alone, which has checked who uses it",
    body: z.strictObject({ assertion: Assertion, device_tokens: deviceTokens }),
    example: { assertion: exampleAssertion },
    returns: SignedIn,
    status: 200,
  }),
  startPasskey: post("/auth/passkeys/challenge", {
    allow: "verified",
    summary: "Get a challenge to add a passkey",
    body: Confirmation,
    example: password,
    returns: PasskeyCreation,
    status: 200,
  }),
  addPasskey: post("/auth/passkeys", {
    allow: "verified",
    summary: "Add a passkey; with the first factor come recovery codes, and other sessions end",
    body: z.strictObject({ attestation: Attestation }),
    example: { attestation: exampleAttestation },
    returns: RecoveryCodes,
    successMessage: "second-factors.passkeyAdded",
  }),
  renamePasskey: patch("/auth/passkeys/{passkeyId}", {
    allow: "verified",
    summary: "Name a passkey",
    body: PasskeyDraft,
    example: { name: "Telephone" },
    returns: Passkey,
    successMessage: "second-factors.passkeyRenamed",
  }),
  removePasskey: post("/auth/passkeys/{passkeyId}/remove", {
    allow: "verified",
    summary: "Remove a passkey; with the last factor end its recovery codes",
    body: Confirmation,
    example: password,
    returns: noData,
    successMessage: "second-factors.passkeyRemoved",
    status: 200,
  }),
  renewRecoveryCodes: post("/auth/recovery-codes", {
    allow: "verified",
    summary: "Get ten new recovery codes; the earlier ones end",
    body: Confirmation,
    example: password,
    returns: RecoveryCodes,
    status: 200,
  }),
});
