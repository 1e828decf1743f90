/** Text messages (SMS) to customers: what cannot wait for an email, as many in a month as the organization pays for. */
import * as z from "zod/mini";
import { defineModule, get, partialOf, patch } from "./kit.ts";

export const SmsChanges = z.strictObject({
  /** Messages in a month; null: none are sent. */
  monthlyLimit: z.nullable(z.int().check(z.gte(1), z.lte(100_000))),
});

export const SmsSettings = z.object({
  monthlyLimit: z.nullable(z.int()),
  /** In this month, those that wait included. */
  sent: z.int(),
  /** Whether this installation has a service that sends them. */
  isAvailable: z.boolean(),
});
export type SmsSettings = z.infer<typeof SmsSettings>;

export const sms = defineModule("sms", {
  read: get("/organizations/{organizationId}/sms", {
    allow: "organizations.update",
    summary:
      "How many text messages the organization pays for in a month, and how many it has sent; null for the platform",
    returns: z.nullable(SmsSettings),
  }),
  update: patch("/organizations/{organizationId}/sms", {
    allow: "organizations.update",
    summary: "Change how many text messages the organization pays for in a month",
    body: partialOf(SmsChanges),
    example: { monthlyLimit: 200 },
    returns: SmsSettings,
    successMessage: "sms.saved",
  }),
});
