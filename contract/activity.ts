/** What happened in an organization: written with every change, and told live to whoever watches. */
import * as z from "zod/mini";
import { get, room } from "./kit.ts";

export const activity = room("activity", {
  live: get("/organizations/{organizationId}/live", {
    allow: "member",
    summary:
      "Server-sent events `{type, id, version}` for everything the caller may see; resumes after `Last-Event-ID`",
    returns: z.unknown(),
    raw: "stream",
  }),
});
