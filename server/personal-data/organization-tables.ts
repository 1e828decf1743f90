/** Which tables of an organization its copy holds, and why the others are not in it. */
import type { Tables } from "#server/kit/db/tables.ts";

interface CopiedTable {
  /** Columns with secrets, which are new elsewhere, or end. */
  without?: readonly string[];
}
interface TableExcuse {
  excuse: string;
}

const computed = { excuse: "figures that are counted again" };
const passing = { excuse: "what passes within minutes or days" };
const reports = { excuse: "what was told to systems of others, and what they answered; those systems are told anew" };

/** Each tenant table, and the public addresses. */
export const organizationTables = {
  accounting_accounts: {},
  accounting_books: {},
  accounting_entries: {},
  accounting_months: {},
  monthly_runs: {},
  activity: {},
  activity_visits: passing,
  api_keys: { excuse: "keys end: programs elsewhere get new ones" },
  bank_accounts: {},
  bank_transfers: {},
  busy_blocks: {},
  busy_calendar_fields: {},
  busy_calendars: {
    without: [
      ...["url", "etag", "last_modified", "content_hash", "applied_at", "claimed_until"],
      ...["failing_since", "failures", "failure", "failure_status", "told_at"],
    ],
  },
  busy_conflicts: {},
  busy_times: {},
  charges: {},
  closures: {},
  customer_codes: passing,
  customer_merges: {},
  customer_notes: {},
  customer_roles: {},
  customers: {},
  device_bookings: { excuse: "codes of doors: devices elsewhere get new ones" },
  device_checks: passing,
  device_fields: {},
  device_messages: reports,
  device_states: reports,
  devices: { without: ["secret", "former_secret", "former_secret_until", "password", "failing_since"] },
  disputes: {},
  event_extras: {},
  events: {},
  extra_stocks: {},
  extra_uses: {},
  extras: {},
  facilities: {},
  field_opening_hours: {},
  field_price_patterns: {},
  field_sports: {},
  field_units: {},
  fields: {},
  files: {},
  former_slugs: {},
  idempotency_keys: passing,
  import_records: { excuse: "for the undo of an import, which is not in the copy" },
  imports: { excuse: "files that were read in once: what they made is in the copy" },
  invitations: {},
  invoice_counters: {},
  invoice_files: {},
  invoice_lines: {},
  invoices: {},
  join_links: { excuse: "codes end: elsewhere the team makes new ones" },
  join_requests: { excuse: "requests pass within 60 days: who asks does so again elsewhere" },
  mail_texts: {},
  membership_roles: {},
  memberships: {},
  occupancies: {},
  opening_hour_patterns: {},
  organizations: {},
  overview_dates: computed,
  overview_fields: computed,
  overview_spans: computed,
  overview_stale: computed,
  page_counts: {},
  pack_types: {},
  pack_uses: {},
  packs: {},
  pages: {},
  payment_accounts: { excuse: "the payment service knows this site: elsewhere the account is connected anew" },
  payments: { without: ["checkout_url", "request"] },
  payout_items: {},
  payouts: {},
  price_patterns: {},
  product_taxes: {},
  products: {},
  receipt_log: {},
  receipt_log_heads: {},
  refunds: {},
  retention_settings: {},
  revisions: computed,
  role_fields: {},
  roles: {},
  selections: passing,
  series: {},
  settlements: {},
  slugs: {},
  tax_rates: {},
  till_closings: {},
  till_movements: {},
  till_sessions: {},
  tills: {},
  time_windows: {},
  units: {},
  views: {},
  waitlist_entries: { excuse: "who waits for a time does so again elsewhere, and is forgotten within 60 days" },
  waitlist_offers: { excuse: "offers last a quarter of an hour, and are forgotten with their places" },
  waitlist_releases: passing,
  webhook_attempts: reports,
  webhook_deliveries: reports,
  webhooks: { without: ["secret", "former_secret", "former_secret_until", "failing_since", "turned_off_at"] },
} as const satisfies Partial<Record<keyof Tables, CopiedTable | TableExcuse>>;

/** Names of those that the copy holds, with the columns that are left out. */
export const copiedTables: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<CopiedTable | TableExcuse>(organizationTables).flatMap(([name, table]) =>
    "excuse" in table ? [] : [[name, table.without ?? []]],
  ),
);
