/** Changes of one's email address: proved with the password or a passkey, and with links to both addresses. */
import * as z from "zod/mini";
import { enteredPassword, linkToken } from "./accounts.ts";
import { Confirmation } from "./second-factors.ts";
import { defineModule, del, email, get, instant, noData, post } from "./kit.ts";

/** The address that waits for its link to be opened; null if none does. */
export const EmailChange = z.nullable(z.object({ email: z.string(), requested_at: instant }));
export type EmailChange = z.infer<typeof EmailChange>;

/** A form's: with the password. */
export const EmailByPassword = z.strictObject({ email, password: enteredPassword });
/** A form's, of who uses a passkey: what stands in the field of the password is not sent. */
export const EmailByPasskey = z.strictObject({ email, password: z.optional(z.string()) });
/** Proved by the password, or by a passkey. */
const EmailChangeDraft = z.strictObject({ email, ...Confirmation.shape });
const LinkDraft = z.strictObject({ token: linkToken });
const ChangedEmail = z.object({ email: z.string() });
const example = { token: "3Zt0m1VbCw" };

export const emailChanges = defineModule("email-changes", {
  read: get("/auth/email", {
    allow: "verified",
    summary: "The change of one's email that waits",
    returns: EmailChange,
  }),
  request: post("/auth/email", {
    allow: "verified",
    summary: "Ask for another email; a link goes to it. The answer does not tell whether it has an account",
    body: EmailChangeDraft,
    example: { email: "camille.martin@example.org", password: "correct horse battery" },
    returns: noData,
    successMessage: "email-changes.sent",
    status: 200,
  }),
  cancel: del("/auth/email", {
    allow: "verified",
    summary: "Cancel the change that waits; its link ends",
    returns: noData,
    successMessage: "email-changes.canceled",
  }),
  confirm: post("/auth/email/confirm", {
    allow: "everyone",
    summary: "Change the email with the token of the link; the earlier address can undo it for seven days",
    body: LinkDraft,
    example,
    returns: ChangedEmail,
    successMessage: "email-changes.changed",
    status: 200,
  }),
  undo: post("/auth/email/undo", {
    allow: "everyone",
    summary: "Undo a change of the email with the token sent to the earlier address; sessions and password end",
    body: LinkDraft,
    example,
    returns: ChangedEmail,
    successMessage: "email-changes.undone",
    status: 200,
  }),
});
