/** The audit log of an organization: every change adds an entry, and entries are streamed live. */
import * as z from "zod/mini";
import { activityDeeds } from "./activity-summary-rules.ts";
import { get, id, instant, instantDraft, ListQuery, page, post, defineModule } from "./kit.ts";

/** An event as sentences call it, as it is now; for a series, its first date. */
const ActivityEvent = z.object({
  id,
  name: z.string(),
  kind: z.string(),
  status: z.string(),
  customerName: z.nullable(z.string()),
  fieldName: z.string(),
  startTime: instant,
  endTime: instant,
  /** Start of the last date of a series. */
  lastTime: z.nullable(instant),
  timezone: z.string(),
  price: z.int(),
  currency: z.string(),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;

export const ActivityEntry = z.object({
  id,
  at: instant,
  /** An account, or the customer of somebody without one; null for jobs and commands of the operator. */
  actor: z.nullable(z.object({ id, full_name: z.string() })),
  /** Endpoint name: `facilities.create`. */
  act: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  /** Current name; null after deletion. */
  subjectName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
  /** The event, or the first of those, that it concerns. */
  event: z.nullable(ActivityEvent),
  customerName: z.nullable(z.string()),
  /** Current names of fields, facilities and the like whose ids are in before and after. */
  names: z.record(z.string(), z.string()),
  /** Entries of the same request, which it stands for. */
  parts: z.array(z.object({ act: z.string(), count: z.int() })),
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const ActivityVisit = z.object({
  /** The end of one's visit before this one; null for the first visit. */
  since: z.nullable(instant),
  /** Entries of others since then, at most `MAX_NEW_ENTRIES`. */
  count: z.int(),
});
export type ActivityVisit = z.infer<typeof ActivityVisit>;
export const MAX_NEW_ENTRIES = 1000;

export const ActivitySummary = z.object({
  since: instant,
  /** At most `MAX_NEW_ENTRIES`. */
  count: z.int(),
  /** Kinds of deeds that were done, in the order of `activityDeeds`. */
  deeds: z.array(z.object({ deed: z.enum(activityDeeds), count: z.int() })),
});
export type ActivitySummary = z.infer<typeof ActivitySummary>;

export const HistoryEntry = z.object({
  id,
  at: instant,
  /** An account, or the customer of somebody without one. Null for jobs and for people whom the caller may not see. */
  actor: z.nullable(z.object({ id, full_name: z.string() })),
  /** Name of the endpoint (`events.update`) or of the job (`events.complete`). */
  act: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const activity = defineModule("activity", {
  list: get("/organizations/{organizationId}/activity", {
    allow: "activity.show",
    summary: "What changed, latest first",
    query: z.extend(ListQuery, {
      actor: z.optional(id),
      /** Lists what others have done. */
      others: z.optional(z.stringbool()),
      /** Module name: `events`. */
      subject: z.optional(z.string().check(z.maxLength(40))),
      /** Lists the entries that concern the field. */
      fieldId: z.optional(id),
      /** Lists the entries that concern the customer, or one merged into them. */
      customerId: z.optional(id),
      /** Local dates of the organization, both included; on the platform, of `timezone`. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
      /** Lists what others have done after the instant. */
      since: z.optional(instantDraft),
      /** The reader's, for the platform, which has none. */
      timezone: z.optional(z.string().check(z.maxLength(100))),
    }),
    mayLag: true,
    returns: page(ActivityEntry),
  }),
  summary: get("/organizations/{organizationId}/activity-summary", {
    allow: "activity.show",
    summary: "How much others have done after an instant, a day ago by default, by kinds of deeds",
    query: z.object({ since: z.optional(instantDraft) }),
    mayLag: true,
    returns: ActivitySummary,
  }),
  visit: post("/organizations/{organizationId}/activity/visits", {
    allow: "activity.show",
    summary: "Note that one reads the activity; when one was last here before, and how much others have done since",
    leavesEntry: false,
    refusesApiKeys: true,
    returns: ActivityVisit,
    status: 200,
  }),
  live: get("/organizations/{organizationId}/live", {
    allow: "member",
    summary:
      "Server-sent events `{type, id, version}` for everything the caller may see; resumes after `Last-Event-ID`",
    returns: z.unknown(),
    raw: "stream",
    refusesApiKeys: true,
  }),
});

/** The message key of an act: `activity.fieldsCreate` for `fields.create`. */
export function activityMessageKey(act: string): string {
  const [name = "", verb = ""] = act.split(".");
  const module = name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
  return `activity.${module}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
}
