/** People's own accounts: signing in and out, passwords, email verification, sessions. */
import * as z from "zod/mini";
import { languages } from "#words/words.ts";
import type { WordKey } from "#words/keys.ts";
import {
  changes,
  del,
  email,
  get,
  id,
  instant,
  line,
  ListQuery,
  nothing,
  page,
  patch,
  phone,
  post,
  room,
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
  /** Whether the person administers the platform: scope `all`. */
  platformAdmin: z.boolean(),
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

/** 10 to 128 characters; the server also refuses the email itself and the most common passwords. */
const newPassword = z.string().check(z.minLength(10), z.maxLength(128));
const givenPassword = z.string().check(z.minLength(1), z.maxLength(128));

const same = (password: string, confirmation: string) =>
  z.refine<Record<string, unknown>>((given) => given[password] === given[confirmation], {
    error: "accounts.passwordsDiffer" satisfies WordKey,
    path: [confirmation],
    // Runs although another field is wrong, so that everything wrong shows at once.
    when: ({ value }) => {
      const given = value as Record<string, unknown> | null;
      return (
        typeof given?.[password] === "string" && typeof given[confirmation] === "string" && given[confirmation] !== ""
      );
    },
  });

export const LoginDraft = z.strictObject({ email, password: givenPassword });
export const RegisterDraft = z
  .strictObject({
    email,
    firstName: line(80),
    lastName: line(80),
    password: newPassword,
    confirmPassword: givenPassword,
  })
  .check(same("password", "confirmPassword"));
export const ForgotDraft = z.strictObject({ email });
export const ResetDraft = z
  .strictObject({
    email,
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/, { error: "accounts.codeForm" satisfies WordKey })),
    password: newPassword,
    password_confirmation: givenPassword,
  })
  .check(same("password", "password_confirmation"));
export const PasswordDraft = z
  .strictObject({ old_password: givenPassword, password: newPassword, password_confirmation: givenPassword })
  .check(same("password", "password_confirmation"));
/** What one may change of oneself. `email` is accepted and ignored. */
export const ProfileDraft = z.strictObject({
  firstName: line(80),
  lastName: line(80),
  email: z.string(),
  phone: z.nullable(phone),
  language: z.enum(languages),
  theme: z.enum(themes),
});

export const accounts = room("accounts", {
  user: get("/auth/user", { allow: "signed-in", summary: "The person signed in", returns: User }),
  login: post("/auth/login", {
    allow: "everyone",
    summary: "Sign in with email and password",
    body: LoginDraft,
    example: { email: "camille.martin@example.org", password: "correct horse battery" },
    returns: AccessToken,
    status: 200,
  }),
  register: post("/auth/register", {
    allow: "everyone",
    summary: "Open an account; a verification mail follows",
    body: RegisterDraft,
    example: {
      email: "camille.martin@example.org",
      firstName: "Camille",
      lastName: "Martin",
      password: "correct horse battery",
      confirmPassword: "correct horse battery",
    },
    returns: AccessToken,
  }),
  logout: get("/auth/logout", {
    allow: "signed-in",
    summary: "End this session",
    returns: nothing,
    says: "accounts.loggedOut",
  }),
  resendVerification: post("/auth/verify-email", {
    allow: "signed-in",
    summary: "Send the verification mail again, once in 30 seconds",
    body: z.strictObject({ email: z.optional(z.string()) }),
    example: { email: "camille.martin@example.org" },
    returns: nothing,
    says: "accounts.verificationSent",
    status: 200,
  }),
  confirmEmail: post("/auth/verify-email/confirm", {
    allow: "everyone",
    summary: "Confirm an email address with the token of the mail's link; single use",
    body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    example: { token: "3Zt0m1VbCw" },
    returns: nothing,
    says: "accounts.emailConfirmed",
    status: 200,
  }),
  changePassword: post("/auth/password/change", {
    allow: "signed-in",
    summary: "Change one's password; other sessions end",
    body: PasswordDraft,
    example: {
      old_password: "correct horse battery",
      password: "staple of a new battery",
      password_confirmation: "staple of a new battery",
    },
    returns: nothing,
    says: "accounts.passwordChanged",
    status: 200,
  }),
  forgotPassword: post("/auth/password/forgot", {
    allow: "everyone",
    summary: "Ask for a 6-digit code by mail; the answer does not tell whether the account exists",
    body: ForgotDraft,
    example: { email: "camille.martin@example.org" },
    returns: nothing,
    says: "accounts.codeSent",
    status: 200,
  }),
  resetPassword: post("/auth/password/reset", {
    allow: "everyone",
    summary: "Set a new password with the code; all sessions end",
    body: ResetDraft,
    example: {
      email: "camille.martin@example.org",
      code: "042917",
      password: "staple of a new battery",
      password_confirmation: "staple of a new battery",
    },
    returns: nothing,
    says: "accounts.passwordReset",
    status: 200,
  }),
  updateUser: patch("/auth/user", {
    allow: "signed-in",
    summary: "Change one's profile, language or theme",
    body: changes(ProfileDraft),
    example: { firstName: "Camille" },
    returns: User,
    says: "accounts.profileSaved",
  }),
  sessions: get("/auth/sessions", {
    allow: "signed-in",
    summary: "One's sessions, the present one first",
    returns: z.array(Session),
  }),
  endSession: del("/auth/sessions/{sessionId}", {
    allow: "signed-in",
    summary: "End one of one's sessions",
    returns: nothing,
    says: "accounts.sessionEnded",
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
    says: "accounts.userSaved",
  }),
});
