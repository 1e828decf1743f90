/** Booking rules of a person: which holds, from where it comes, and what would refuse a booking. */
import * as z from "zod/mini";
import { defineModule, get, id, instantDraft } from "./kit.ts";
import { BookingRules } from "./organization-options.ts";
import { EntityRef } from "./organizations.ts";

const RoleName = z.object({ id: z.int(), name: z.string() });
/** Null: the organization's own. A membership (subscription) has no id. */
const RuleSources = z.array(z.nullable(z.object({ id: z.nullable(z.int()), name: z.string() })));

export const RulesExplanation = z.object({
  /** The team books without rules. */
  isTeam: z.boolean(),
  roles: z.array(RoleName),
  /** The widest of all roles and memberships. */
  rules: BookingRules,
  /** Roles and memberships that give each rule its value; several where the value is put together. */
  sources: z.object({
    horizonDays: RuleSources,
    noticeMinutes: RuleSources,
    mostActive: RuleSources,
    opensAt: RuleSources,
    maxHolds: RuleSources,
    quotas: RuleSources,
    cancellation: RuleSources,
    noShow: RuleSources,
  }),
  /** With its own deadline in hours, until which bookers cancel by themselves there; null without one. */
  field: z.nullable(z.extend(EntityRef, { cancellationDeadline: z.nullable(z.int()), timezone: z.string() })),
  /** Sentences of all that would refuse the booking, each with when it would be possible; null without a field and a moment. */
  refusals: z.nullable(
    z.array(
      z.object({
        rule: z.enum([
          "field",
          "hours",
          "past",
          "horizonDays",
          "noticeMinutes",
          "noShow",
          "mostActive",
          "quotas",
          "maxHolds",
        ]),
        text: z.string(),
      }),
    ),
  ),
});
export type RulesExplanation = z.infer<typeof RulesExplanation>;

export const bookingLimits = defineModule("booking-limits", {
  explain: get("/organizations/{organizationId}/booking-rules", {
    allow: "events.create",
    summary: "What holds for a customer or a role, and which rules would refuse a booking of theirs; for the team",
    query: z.object({
      /** Neither: a guest, for whom the organization's rules hold. */
      customerId: z.optional(id),
      roleId: z.optional(z.coerce.number().check(z.int32())),
      fieldId: z.optional(id),
      startTime: z.optional(instantDraft),
      /** Minutes. */
      duration: z._default(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440)), 60),
      sportId: z.optional(z.coerce.number().check(z.int32())),
    }),
    /** Null over all organizations, each of which has rules of its own. */
    returns: z.nullable(RulesExplanation),
  }),
});
