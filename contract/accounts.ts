/** Accounts: sign-in and sign-out, passwords, email verification, sessions, profile. */
import * as z from "zod/mini";
import { languages } from "#messages/translator.ts";
import type { MessageKey } from "#messages/keys.ts";
import {
  partialOf,
  del,
  email,
  get,
  id,
  instant,
  personName,
  ListQuery,
  noData,
  page,
  optionalText,
  patch,
  phone,
  post,
  defineModule,
} from "./kit.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const User = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  emailVerifiedAt: z.nullable(instant),
  active: z.boolean(),
  language: z.nullable(z.enum(languages)),
  theme: z.enum(themes),
  platformAdmin: z.boolean(),
  /** When it is closed, as its owner has asked; until then they can keep it. */
  closesAt: z.nullable(instant),
  /** The legal texts are new, or have changed since the person accepted them. */
  termsDue: z.boolean(),
  /** Some version of them was accepted before. */
  hasAcceptedTerms: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type User = z.infer<typeof User>;

export const Session = z.object({
  id,
  device: z.string(),
  address: z.nullable(z.string()),
  current: z.boolean(),
  last_used_at: instant,
  created_at: instant,
});
export type Session = z.infer<typeof Session>;

const AccessToken = z.object({ access_token: z.string(), expires_at: instant });
/** A session, and the token by which the browser is known from then on. */
export const SignedIn = z.extend(AccessToken, { device_token: z.string() });

export const secondFactorMethods = ["totp", "passkey", "recovery_code"] as const;
/** The password was right, and the account wants a second factor: the ticket counts for five minutes in this network. */
export const SecondFactorRequest = z.object({
  second_factor: z.object({ ticket: z.string(), methods: z.array(z.enum(secondFactorMethods)) }),
});
export type SecondFactorRequest = z.infer<typeof SecondFactorRequest>;

/** The public content of an invitation, for the person who opens its link. */
export const InvitationPreview = z.object({
  id,
  email: z.string(),
  organization: z.object({ id, name: z.string() }),
  role: z.string(),
  invitedBy: z.nullable(z.string()),
  /** The invited person signs in instead of registering. Null once the link no longer proves the address. */
  hasAccount: z.nullable(z.boolean()),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/** How many accounts of one browser are known. */
export const MAX_DEVICE_TOKENS = 10;
/** Tokens of earlier sign-ins in this browser, so that tries of others do not lock it out. */
export const deviceTokens = z.optional(
  z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_DEVICE_TOKENS)),
);
export const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

/** 10 to 128 characters. The server also refuses the person's email and the most common passwords. */
const newPassword = z.string().check(z.minLength(10), z.maxLength(128));
export const enteredPassword = z.string().check(z.minLength(1), z.maxLength(128));

const passwordsMatch = (password: string, confirmation: string) =>
  z.refine<Record<string, unknown>>((given) => given[password] === given[confirmation], {
    error: "accounts.passwordsDiffer" satisfies MessageKey,
    path: [confirmation],
    // Runs even if another field is invalid, so that all errors appear at once.
    when: ({ value }) => {
      const given = value as Record<string, unknown> | null;
      return (
        typeof given?.[password] === "string" && typeof given[confirmation] === "string" && given[confirmation] !== ""
      );
    },
  });

export const LoginDraft = z.strictObject({ email, password: enteredPassword, device_tokens: deviceTokens });
/** The result of joining an organization by confirming the address of a registration. */
export const JoinOutcome = z.object({ state: z.enum(["joined", "requested", "refused"]), message: z.string() });
export type JoinOutcome = z.infer<typeof JoinOutcome>;

export const RegistrationDraft = z
  .strictObject({
    email,
    firstName: personName(80),
    lastName: personName(80),
    password: newPassword,
    confirmPassword: enteredPassword,
    /** From the link of an invitation. It proves the address, so that no mail asks for a confirmation. */
    invitation: z.optional(linkToken),
    /** The organization to join once the address is confirmed: by its page, or by the code of a join link. */
    join: z.optional(
      z.strictObject({
        slug: z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/))),
        code: z.optional(z.string().check(z.maxLength(40))),
        /** For the team, where it answers. */
        message: optionalText(300),
      }),
    ),
  })
  .check(passwordsMatch("password", "confirmPassword"));
/** The code is one that the server printed at its start. */
export const FirstAdministratorDraft = z
  .strictObject({
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    email,
    firstName: personName(80),
    lastName: personName(80),
    password: newPassword,
    confirmPassword: enteredPassword,
  })
  .check(passwordsMatch("password", "confirmPassword"));
export const ForgotPasswordDraft = z.strictObject({ email, device_tokens: deviceTokens });
export const NewPasswordDraft = z
  .strictObject({ password: newPassword, password_confirmation: enteredPassword })
  .check(passwordsMatch("password", "password_confirmation"));
const sixDigits = z.string().check(z.trim(), z.regex(/^\d{6}$/, { error: "accounts.codeForm" satisfies MessageKey }));
/** A password is needed where the link is opened in a browser that is not signed in with the account. */
export const ConfirmEmailDraft = z
  .strictObject({
    token: z.optional(linkToken),
    /** In place of the link, the 6 digits of the mail, where one is signed in with the registration. */
    code: z.optional(sixDigits),
    password: z.optional(newPassword),
    password_confirmation: z.optional(enteredPassword),
  })
  .check(
    passwordsMatch("password", "password_confirmation"),
    z.refine((given) => (given.token === undefined) !== (given.code === undefined), {
      error: "kit.required" satisfies MessageKey,
      path: ["token"],
    }),
  );
export const ConfirmationCodeDraft = z.strictObject({ code: sixDigits });
export const ResetPasswordDraft = z
  .strictObject({
    email,
    /** The 6 digits of the mail, or the token of its link. */
    code: z
      .string()
      .check(z.trim(), z.regex(/^(\d{6}|[\w-]{43})$/, { error: "accounts.codeForm" satisfies MessageKey })),
    password: newPassword,
    password_confirmation: enteredPassword,
    device_tokens: deviceTokens,
  })
  .check(passwordsMatch("password", "password_confirmation"));
export const ChangePasswordDraft = z
  .strictObject({
    old_password: enteredPassword,
    password: newPassword,
    password_confirmation: enteredPassword,
    /** Also ends the address of one's calendar, which otherwise goes on working. */
    endCalendar: z._default(z.boolean(), false),
  })
  .check(passwordsMatch("password", "password_confirmation"));
/** `email` is accepted and ignored. */
export const ProfileDraft = z.strictObject({
  firstName: personName(80),
  lastName: personName(80),
  email: z.string(),
  phone: z.nullable(phone),
  language: z.enum(languages),
  theme: z.enum(themes),
});

export const accounts = defineModule("accounts", {
  user: get("/auth/user", { allow: "signed-in", summary: "The person signed in", returns: User }),
  login: post("/auth/login", {
    allow: "everyone",
    summary:
      "Sign in with email and password; an account with a second factor gets a ticket for `POST /auth/second-factor`",
    body: LoginDraft,
    example: { email: "camille.martin@example.org", password: "correct horse battery" },
    returns: z.union([SignedIn, SecondFactorRequest]),
    status: 200,
  }),
  register: post("/auth/register", {
    allow: "everyone",
    summary: "Open an account; a verification mail follows, unless `invitation` proves the address",
    body: RegistrationDraft,
    example: {
      email: "camille.martin@example.org",
      firstName: "Camille",
      lastName: "Martin",
      password: "correct horse battery",
      confirmPassword: "correct horse battery",
    },
    returns: AccessToken,
  }),
  firstAdministrator: get("/auth/first-administrator", {
    allow: "everyone",
    summary: "Whether the platform still wants its first administrator",
    returns: z.object({ isMissing: z.boolean() }),
  }),
  createFirstAdministrator: post("/auth/first-administrator", {
    allow: "everyone",
    summary: "Make the first administrator of the platform with the code that the server printed at its start; once",
    body: FirstAdministratorDraft,
    example: {
      code: "7K3M-Q9XW-2B4D-8HJN",
      email: "camille.martin@example.org",
      firstName: "Camille",
      lastName: "Martin",
      password: "correct horse battery",
      confirmPassword: "correct horse battery",
    },
    returns: AccessToken,
  }),
  lookUpInvitation: post("/invitations/look", {
    allow: "everyone",
    summary: "What the link of an invitation leads to",
    body: z.strictObject({ secret: linkToken.check(z.regex(/^[\w.-]+$/)) }),
    example: { secret: "01999999-0000-7000-8000-000000000000.3Zt0m1VbCw" },
    returns: InvitationPreview,
    status: 200,
    leavesEntry: false,
  }),
  logout: get("/auth/logout", {
    allow: "signed-in",
    summary: "End this session",
    returns: noData,
    successMessage: "accounts.loggedOut",
  }),
  verificationStatus: get("/auth/verify-email", {
    allow: "signed-in",
    summary: "When the verification mail can be sent again",
    returns: z.object({ resendInSeconds: z.int() }),
  }),
  resendVerification: post("/auth/verify-email", {
    allow: "signed-in",
    summary: "Send the verification mail again, once in 30 seconds",
    body: z.strictObject({ email: z.optional(z.string()) }),
    example: { email: "camille.martin@example.org" },
    returns: noData,
    successMessage: "accounts.verificationSent",
    status: 200,
  }),
  confirmEmail: post("/auth/verify-email/confirm", {
    allow: "everyone",
    summary:
      "Confirm an email address with the token of the mail's link, or its code where one is signed in; single use. Without the session of a registration of this address it wants a new password, and signs in with it",
    body: ConfirmEmailDraft,
    example: { token: "3Zt0m1VbCw" },
    returns: z.nullable(z.extend(z.partial(AccessToken), { join: z.optional(JoinOutcome) })),
    successMessage: "accounts.emailConfirmed",
    status: 200,
  }),
  changePassword: post("/auth/password/change", {
    allow: "signed-in",
    summary: "Change one's password; other sessions end, and one's calendar feed if asked",
    body: ChangePasswordDraft,
    example: {
      old_password: "correct horse battery",
      password: "staple of a new battery",
      password_confirmation: "staple of a new battery",
    },
    returns: noData,
    successMessage: "accounts.passwordChanged",
    status: 200,
  }),
  forgotPassword: post("/auth/password/forgot", {
    allow: "everyone",
    summary: "Ask for a 6-digit code by mail; the answer does not tell whether the account exists",
    body: ForgotPasswordDraft,
    example: { email: "camille.martin@example.org" },
    returns: noData,
    successMessage: "accounts.codeSent",
    status: 200,
  }),
  resetPassword: post("/auth/password/reset", {
    allow: "everyone",
    summary: "Set a new password with the code; all sessions and one's calendar feed end",
    body: ResetPasswordDraft,
    example: {
      email: "camille.martin@example.org",
      code: "042917",
      password: "staple of a new battery",
      password_confirmation: "staple of a new battery",
    },
    returns: noData,
    successMessage: "accounts.passwordReset",
    status: 200,
  }),
  updateUser: patch("/auth/user", {
    allow: "signed-in",
    summary: "Change one's profile, language or theme",
    body: partialOf(ProfileDraft),
    example: { firstName: "Camille" },
    returns: User,
    successMessage: "accounts.profileSaved",
  }),
  sessions: get("/auth/sessions", {
    allow: "signed-in",
    summary: "One's sessions, the present one first",
    returns: z.array(Session),
  }),
  endSession: del("/auth/sessions/{sessionId}", {
    allow: "signed-in",
    summary: "End one of one's sessions",
    returns: noData,
    successMessage: "accounts.sessionEnded",
  }),
  users: get("/admin/users", {
    allow: "users.show",
    summary: "Everybody with an account",
    query: ListQuery,
    returns: page(User),
  }),
  readUser: get("/admin/users/{userId}", { allow: "users.show", summary: "One person", returns: User }),
  setActive: patch("/admin/users/{userId}", {
    allow: "users.update",
    summary: "Activate or deactivate an account, which ends its sessions; not one's own",
    body: z.strictObject({ active: z.boolean() }),
    example: { active: true },
    returns: User,
    successMessage: "accounts.userSaved",
  }),
});
