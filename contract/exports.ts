/** CSV exports of lists, streamed, with the columns and filters of the page. */
import * as z from "zod/mini";
import { get, defineModule } from "./kit.ts";

export const exportableLists = [
  "organizations",
  "facilities",
  "fields",
  "events",
  "payments",
  "debts",
  "takings",
  "till-movements",
  "till-closings",
  "vouchers",
  "invoices",
  "team-users",
  "users",
  "customers",
  "invitations",
  "roles",
  "activity",
] as const;
export type ExportableList = (typeof exportableLists)[number];

export const exports = defineModule("exports", {
  csv: get("/organizations/{organizationId}/export/{list}.csv", {
    allow: "member",
    summary: `A list as CSV (${exportableLists.join(", ")}), with the query of that list; the permission is the list's own`,
    /** `timezone` is the reader's, for lists of the platform. */
    query: z.looseObject({ timezone: z.optional(z.string().check(z.maxLength(100))) }),
    returns: z.unknown(),
    raw: "download",
  }),
});
