/** Which rows name a person, table by table: those of the account, of its customers, and of their bookings and payments. */
import type { personalTables, PersonalRecord } from "#contract/personal-data.ts";

/** Columns that name a person. A row belongs to the copy if one of them does. */
export interface TableExport {
  /** Columns with the id of the account. */
  account?: readonly string[];
  /** A column with the address of the account. */
  email?: string;
  /** Columns with the id of one of the account's customers, beside `organization_id`. */
  customer?: readonly string[];
  /** A column with the id of one of the person's bookings. */
  event?: string;
  /** A column with the id of one of the charges of the person's sales and bookings. */
  charge?: string;
  /** A column with the id of one of the person's memberships. */
  subscription?: string;
  /** A column with the id of one of the person's payments. */
  payment?: string;
  /** Columns left out: secrets, what names others, and what the database computes. */
  without?: readonly string[];
}
/** A table without rows about one person alone, and why. */
interface TableExcuse {
  excuse: string;
}

type PersonalTable = (typeof personalTables)[PersonalRecord][number];

export const tableExports: Readonly<Record<PersonalTable, TableExport | TableExcuse>> = {
  users: { account: ["id"], without: ["password_hash", "search"] },
  accepted_terms: { account: ["user_id"] },
  email_verifications: { account: ["user_id"], without: ["token_hash", "code_hash"] },
  password_codes: { account: ["user_id"], without: ["link_hash", "code_hash"] },
  email_changes: { account: ["user_id"], without: ["token_hash"] },
  email_undos: { account: ["user_id"], without: ["token_hash"] },
  passkey_challenges: { account: ["user_id"], without: ["challenge_hash"] },
  passkeys: { account: ["user_id"], without: ["credential_id", "public_key"] },
  recovery_codes: { account: ["user_id"], without: ["code_hash"] },
  second_factor_removals: { account: ["user_id"], without: ["token_hash", "requested_by"] },
  second_factor_tickets: { account: ["user_id"], without: ["token_hash", "device"] },
  totp_secrets: { account: ["user_id"], without: ["secret"] },
  sessions: { account: ["user_id"], without: ["token_hash"] },
  // `user_id` is the account of the key itself, with which nobody signs in.
  api_keys: { account: ["created_by"], without: ["secret_hash", "user_id"] },
  // Those that the person sent name the people who were invited.
  invitations: { email: "email", without: ["invited_by"] },
  join_links: { account: ["created_by"] },
  join_requests: { account: ["user_id"], without: ["answered_by"] },
  waitlist_entries: { account: ["user_id"], without: ["created_by"] },
  waitlist_offers: { event: "event_id" },
  waitlist_releases: { excuse: "times that came free, for a minute or until the morning" },
  access_links: { excuse: "hashes of addresses with a secret, for thirty days after what they lead to" },
  customer_codes: { excuse: "hashes of addresses and codes, for a day" },
  membership_roles: { account: ["user_id"] },
  memberships: { account: ["user_id"] },
  busy_times: { excuse: "times of other systems, which name no account, until a day after their end" },
  organizations: { excuse: "an organization's own data" },
  pages: { excuse: "an organization's own data" },
  customers: { account: ["user_id"], without: ["guardian_id", "search"] },
  customer_merges: { customer: ["kept_id", "merged_id"], without: ["merged_by", "moved"] },
  customer_notes: { customer: ["customer_id"], without: ["author_id"] },
  customer_relations: { customer: ["from_id", "to_id"] },
  customer_roles: { customer: ["customer_id"] },
  events: {
    account: ["user_id"],
    customer: ["customer_id"],
    without: ["search", "price_customized_by", "ended_by", "decided_by", "attendance_by"],
  },
  // The inviter is somebody else.
  event_participants: { account: ["user_id"], email: "email", without: ["invited_by"] },
  occupancies: { excuse: "the units and times that a booking takes: the booking itself says them" },
  selections: { account: ["user_id"] },
  // The template names the customer of the series, whose own copy has each of its bookings.
  series: { account: ["created_by"], without: ["template"] },
  bank_accounts: { excuse: "an organization's own data" },
  bank_transfers: { payment: "payment_id" },
  cards: {
    customer: ["customer_id"],
    without: ["provider_customer_id", "provider_method_id", "provider_setup_id", "setup_url"],
  },
  card_fees: { charge: "charge_id" },
  card_renewals: { subscription: "subscription_id" },
  charges: { customer: ["customer_id"], event: "event_id", without: ["written_off_by", "voided_by"] },
  disputes: { payment: "payment_id" },
  event_extras: { event: "event_id" },
  event_splits: { event: "event_id" },
  extra_stocks: { excuse: "an organization's own data" },
  extra_uses: { excuse: "which pieces are lent when: the extras of a booking say what was handed out" },
  extras: { excuse: "an organization's own data" },
  orders: { customer: ["customer_id", "holder_id"], charge: "charge_id" },
  pack_types: { excuse: "an organization's own data" },
  pack_uses: { event: "event_id" },
  packs: { customer: ["customer_id"], charge: "charge_id", without: ["grant_reason"] },
  promo_uses: { event: "event_id", charge: "charge_id" },
  subscription_freezes: { subscription: "subscription_id", without: ["by_id", "reason"] },
  subscription_grants: { excuse: "when a membership holds: its terms and freezes say it" },
  subscription_terms: { charge: "charge_id", subscription: "subscription_id" },
  subscription_types: { excuse: "an organization's own data" },
  subscriptions: { customer: ["customer_id"], without: ["end_reason", "beyond_reason"] },
  vouchers: { customer: ["buyer_id"] },
  voucher_uses: { payment: "payment_id" },
  wallets: { customer: ["customer_id"] },
  wallet_entries: { customer: ["customer_id"], payment: "payment_id" },
  payment_accounts: { excuse: "an organization's own data" },
  payments: {
    account: ["user_id"],
    event: "event_id",
    charge: "charge_id",
    without: ["recorded_by", "search", "checkout_url", "request"],
  },
  payout_items: { excuse: "numbers of the payment service: the payments say what a person paid" },
  payouts: { excuse: "what the payment service paid to an organization" },
  provider_accounts: { excuse: "an organization's own data" },
  provider_differences: { excuse: "sums that differ from those of the payment service, without people" },
  provider_events: { excuse: "numbers of the payment service, for 45 days; the payments say what became of them" },
  refunds: { payment: "payment_id", without: ["requested_by"] },
  settlements: { charge: "charge_id", payment: "payment_id" },
  share_collections: { event: "event_id" },
  receipt_log: { excuse: "numbers and sums in a chain of hashes: the payments and invoices say what a person paid" },
  till_closings: { excuse: "sums of a till: the payments say what a person paid" },
  till_movements: { payment: "payment_id", without: ["by_id"] },
  till_sessions: { excuse: "when a till was open, and who opened it at work" },
  accounting_entries: {
    excuse: "entries of closed months: the invoices and payments that they follow from are in the copy",
  },
  accounting_months: { excuse: "sums of the books, and who closed them at work" },
  invoice_files: { excuse: "the PDF files of the copy" },
  invoice_lines: { excuse: "sums of invoices by booking: the copy has the invoices and their PDF files" },
  invoices: { account: ["user_id"], customer: ["customer_id"], event: "event_id", without: ["search"] },
  files: { excuse: "photos of facilities and fields" },
  calendars: { account: ["user_id", "created_by"], without: ["secret_hash"] },
  views: { account: ["user_id"] },
  // The files may hold other people.
  imports: {
    account: ["created_by", "started_by"],
    without: ["content", "columns", "mapping", "sport_mapping", "options", "report"],
  },
  import_records: {
    excuse:
      "which bookings, customers, packs and memberships an import made or changed, with former values for seven days, for its undo",
  },
  sms_messages: { account: ["user_id"], customer: ["customer_id"], without: ["last_error"] },
  // Sent mails have lost their codes and links; those that wait still hold them.
  emails: { email: "recipient", without: ["params", "last_error"] },
  // The values before and after may name others.
  activity: { account: ["actor_id"], customer: ["customer_id", "guest_id"], without: ["before", "after"] },
  activity_visits: { account: ["user_id"] },
  notification_preferences: { account: ["user_id"] },
  // The address and the keys let anybody write to the device.
  push_subscriptions: { account: ["user_id"], without: ["endpoint", "public_key", "auth_secret"] },
  // A team is told who has booked.
  notifications: { account: ["user_id"], without: ["params"] },
  webhook_attempts: { excuse: "answers of an organization's own systems" },
  webhook_deliveries: { excuse: "copies of bookings, payments and customers, for 30 days; the copy has the originals" },
  // A code opens a door: it is on the page of its booking alone.
  device_bookings: { event: "event_id", without: ["code"] },
  // A device of the organization answers it.
  device_messages: { event: "event_id", without: ["answer"] },
  device_states: { event: "event_id" },
  data_exports: { account: ["user_id"] },
  changes: { excuse: "ids of changed rows, for a day" },
  idempotency_keys: { account: ["user_id"], without: ["request_hash", "answer"] },
  rate_limits: { excuse: "hashes, from which nobody can be told" },
};
