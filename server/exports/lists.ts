/** What can be exported: each list by its own endpoint, which decides what is in it, and for whom. */
import { accounts } from "#contract/accounts.ts";
import { activity } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { exportedLists, type ExportedList } from "#contract/exports.ts";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { invoices } from "#contract/invoices.ts";
import type { Endpoint, Returns } from "#contract/kit.ts";
import { members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { payments } from "#contract/payments.ts";
import { invoiceColumns } from "#server/invoices/columns.ts";
import { notFound } from "#server/kit/problem.ts";
import type { WordKey } from "#words/keys.ts";
import type { Reader } from "#server/kit/cells.ts";
import type { Column } from "#server/kit/columns.ts";
import { activityColumns, eventColumns } from "./events-columns.ts";
import { paymentColumns } from "./payments-columns.ts";
import { invitationColumns, memberColumns, roleColumns, userColumns } from "./people-columns.ts";
import { facilityColumns, fieldColumns, organizationColumns } from "./places-columns.ts";

type RowOf<E extends Endpoint> = Returns<E> extends { data: (infer R)[] } ? R : never;

export interface List {
  endpoint: Endpoint;
  /** Names the file. */
  title: WordKey;
  /** The columns that a reader has, with their heads, and a row in them. */
  columnsFor(reader: Reader): { heads: string[]; cellsOf(row: unknown): string[] };
  /** What the query always says, whoever asks. */
  given: object;
}

const list = <E extends Endpoint>(
  endpoint: E,
  title: WordKey,
  columns: readonly Column<RowOf<E>>[],
  given: object = {},
): List => ({
  endpoint,
  title,
  given,
  columnsFor(reader) {
    const shown = columns.filter((column) => column.shows?.(reader) ?? true);
    return {
      heads: shown.map((column) => column.head(reader)),
      // The endpoint's rows come from its own handler.
      cellsOf: (row) => shown.map((column) => column.cell(row as RowOf<E>, reader)),
    };
  },
});

const lists: Record<ExportedList, List> = {
  organizations: list(organizations.list, "organizations.title", organizationColumns),
  facilities: list(facilities.list, "facilities.title", facilityColumns),
  fields: list(fields.list, "fields.title", fieldColumns),
  events: list(events.list, "events.title", eventColumns),
  payments: list(payments.list, "payments.title", paymentColumns),
  invoices: list(invoices.list, "invoices.title", invoiceColumns),
  "team-users": list(members.list, "members.team", memberColumns, { type: "team" }),
  users: list(members.list, "members.customers", memberColumns, { type: "customer" }),
  invitations: list(members.sentInvitations, "members.pendingInvitations", invitationColumns),
  roles: list(members.roles, "members.roles", roleColumns),
  activity: list(activity.list, "activity.title", activityColumns),
};
/** On the platform the users are everybody with an account. */
const everybody = list(accounts.users, "members.users", userColumns);

const isExported = (name: string): name is ExportedList => (exportedLists as readonly string[]).includes(name);

/** @throws Problem 404 where there is no such list */
export function findList(name: string, isEverywhere: boolean): List {
  if (!isExported(name)) throw notFound();
  return name === "users" && isEverywhere ? everybody : lists[name];
}
