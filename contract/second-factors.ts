/** Second factors: one-time codes of an authenticator app (TOTP, two-factor authentication), and recovery codes. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { enteredPassword, linkToken, SignedIn } from "./accounts.ts";
import { defineModule, del, get, instant, noData, post } from "./kit.ts";

export const RECOVERY_CODES = 10;

export const SecondFactor = z.object({
  /** Null while sign-in wants the password alone. */
  totp: z.nullable(z.object({ since: instant })),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** `secret` in Base32, to type; `uri` is what the QR code says. */
export const TotpSetup = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof TotpSetup>;

/** Shown once. */
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

/** A stolen session must not change how one signs in. */
export const PasswordConfirmation = z.strictObject({ password: enteredPassword });
export const TotpCodeDraft = z.strictObject({ code: totpCode });
export const SecondStepDraft = z.strictObject({ ticket: linkToken, code: signInCode });

const password = { password: "correct horse battery" };

export const secondFactors = defineModule("second-factors", {
  read: get("/auth/second-factor", {
    allow: "verified",
    summary: "One's second factor, and how many recovery codes are left",
    returns: SecondFactor,
  }),
  signIn: post("/auth/second-factor", {
    allow: "everyone",
    summary: "Finish a sign-in with a code of the authenticator app or a recovery code; each counts once",
    body: SecondStepDraft,
    example: { ticket: "3Zt0m1VbCw", code: "042917" },
    returns: SignedIn,
    status: 200,
  }),
  startTotp: post("/auth/totp", {
    allow: "verified",
    summary: "Get the secret for an authenticator app; it counts once a code of it is confirmed",
    body: PasswordConfirmation,
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
    body: PasswordConfirmation,
    example: password,
    returns: noData,
    successMessage: "second-factors.turnedOff",
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
  renewRecoveryCodes: post("/auth/recovery-codes", {
    allow: "verified",
    summary: "Get ten new recovery codes; the earlier ones end",
    body: PasswordConfirmation,
    example: password,
    returns: RecoveryCodes,
    status: 200,
  }),
});
