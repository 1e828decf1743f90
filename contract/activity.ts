/** What happened in an organization: written with every change, and told live to whoever watches. */
import * as z from "zod/mini";
import { get, id, instant, ListQuery, page, room } from "./kit.ts";

export const Entry = z.object({
  id,
  at: instant,
  actor: z.nullable(z.object({ id, full_name: z.string() })),
  /** The endpoint's name: `facilities.create`. */
  act: z.string(),
  /** The room of the endpoint. */
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  /** What it is called now, where it still exists. */
  subjectName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
});
export type Entry = z.infer<typeof Entry>;

/** What happened to one thing, as its own page tells it. */
export const HistoryEntry = z.object({
  id,
  at: instant,
  /** Null: a job, or somebody whom the caller may not know. */
  actor: z.nullable(z.object({ id, full_name: z.string() })),
  /** The endpoint's name, `events.update`; or a job's, `events.complete`. */
  act: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const activity = room("activity", {
  list: get("/organizations/{organizationId}/activity", {
    allow: "activity.show",
    summary: "What changed, latest first",
    query: z.extend(ListQuery, {
      actor: z.optional(id),
      /** A room: `events`. */
      subject: z.optional(z.string().check(z.maxLength(40))),
      /** Local dates of the organization, both included. */
      from: z.optional(z.iso.date()),
      to: z.optional(z.iso.date()),
    }),
    returns: page(Entry),
  }),
  live: get("/organizations/{organizationId}/live", {
    allow: "member",
    summary:
      "Server-sent events `{type, id, version}` for everything the caller may see; resumes after `Last-Event-ID`",
    returns: z.unknown(),
    raw: "stream",
  }),
});
