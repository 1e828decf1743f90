/** The audit log of an organization: every change adds an entry, and entries are streamed live. */
import * as z from "zod/mini";
import { get, id, instant, ListQuery, page, defineModule } from "./kit.ts";

export const ActivityEntry = z.object({
  id,
  at: instant,
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
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const HistoryEntry = z.object({
  id,
  at: instant,
  /** Null for jobs and for people whom the caller may not see. */
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
      /** Module name: `events`. */
      subject: z.optional(z.string().check(z.maxLength(40))),
      /** Lists the entries that concern the field. */
      fieldId: z.optional(id),
      /** Lists the entries that concern the customer, or one merged into them. */
      customerId: z.optional(id),
      /** Local dates of the organization, both included; on the platform, of `timezone`. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
      /** The reader's, for the platform, which has none. */
      timezone: z.optional(z.string().check(z.maxLength(100))),
    }),
    mayLag: true,
    returns: page(ActivityEntry),
  }),
  live: get("/organizations/{organizationId}/live", {
    allow: "member",
    summary:
      "Server-sent events `{type, id, version}` for everything the caller may see; resumes after `Last-Event-ID`",
    returns: z.unknown(),
    raw: "stream",
  }),
});

/** The message key of an act: `activity.fieldsCreate` for `fields.create`. */
export function activityMessageKey(act: string): string {
  const [module = "", verb = ""] = act.split(".");
  return `activity.${module}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
}
