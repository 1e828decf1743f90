/**
 * Lists the personal data that is kept, and where; `personal-data-retention-rules.ts` says how long. The privacy policy
 * renders these lists, the code takes its keys from them, and `tests/legal.test.ts` compares them with tables, storage and connections. Pure.
 */

/** Operator and host of the service, for its legal pages. A member is null if the settings do not name it. */
export interface Operator {
  name: string | null;
  address: string | null;
  email: string | null;
  phone: string | null;
  registration: string | null;
  publisher: string | null;
  hostName: string | null;
  hostAddress: string | null;
  hostPhone: string | null;
}

/** Keys in the browser's local storage. Those that end with a dot or a space are followed by an id. */
export const storageKeys = {
  session: "access_token",
  language: "language",
  theme: "current-theme",
  organization: "current-organization",
  deviceTokens: "device_tokens",
  lastBooking: "last-booking.",
  planningView: "planning.sight.",
  planningViews: "planning.views.",
  planningLocked: "planning.locked",
  planningQuietly: "planning.quietly",
  eventsLayout: "events.layout",
  liveChanges: "changes ",
  singleSignOn: "sign-on",
  keptDay: "kept-day",
} as const;
export type StorageKeyName = keyof typeof storageKeys;
type Declared = (typeof storageKeys)[StorageKeyName];
/** A key of the list, with an id where it wants one. */
export type StorageKey = Declared extends infer K
  ? K extends `${string}.` | `${string} `
    ? `${K}${string}`
    : K extends string
      ? K
      : never
  : never;

/** Caches of the browser: the offline page, and what it shows. */
export const cacheNames = { offlinePage: "offline-page", answers: "answers" } as const;
/** Answers are kept this long at most. */
export const MAX_KEPT_HOURS = 36;

/** Keys in the session storage, which ends with the tab: the router's, for places scrolled to, and a guest's booking under way. */
export const sessionStorageKeys = { scroll: "tsr-scroll-restoration-v1_3", guestSteps: "guest-steps." } as const;
/** A booking under way of somebody without an account is kept for a tab that is loaded again, this long at most. */
export const GUEST_STEPS_MINUTES = 10;

/** None: a token in a header authenticates. */
export const cookies: readonly string[] = [];

/** Tables with what is kept of people, by the heading in the privacy policy. */
export const personalTables = {
  account: ["users"],
  terms: ["accepted_terms"],
  codes: ["email_verifications", "password_codes"],
  emailChanges: ["email_changes", "email_undos"],
  secondFactors: [
    "passkey_challenges",
    "passkeys",
    "recovery_codes",
    "second_factor_removals",
    "second_factor_tickets",
    "totp_secrets",
  ],
  sessions: ["sessions"],
  apiKeys: ["api_keys"],
  memberships: ["invitations", "join_links", "join_requests", "membership_roles", "memberships"],
  organizations: ["organizations", "pages"],
  customers: [
    "customer_codes",
    "customer_merges",
    "customer_notes",
    "customer_relations",
    "customer_roles",
    "customers",
  ],
  bookings: ["event_participants", "events", "occupancies", "selections", "series"],
  waitlist: ["access_links", "waitlist_entries", "waitlist_offers", "waitlist_releases"],
  payments: [
    "bank_accounts",
    "bank_transfers",
    "card_fees",
    "card_renewals",
    "cards",
    "charges",
    "disputes",
    "event_extras",
    "event_splits",
    "extra_stocks",
    "extra_uses",
    "extras",
    "orders",
    "pack_types",
    "pack_uses",
    "packs",
    "payment_accounts",
    "payments",
    "payout_items",
    "payouts",
    "promo_uses",
    "provider_accounts",
    "provider_differences",
    "provider_events",
    "receipt_log",
    "refunds",
    "settlements",
    "share_collections",
    "subscription_freezes",
    "subscription_grants",
    "subscription_terms",
    "subscription_types",
    "subscriptions",
    "till_closings",
    "till_movements",
    "till_sessions",
    "voucher_uses",
    "vouchers",
    "wallet_entries",
    "wallets",
  ],
  invoices: ["accounting_entries", "accounting_months", "invoice_files", "invoice_lines", "invoices"],
  photos: ["files"],
  calendars: ["busy_times", "calendars"],
  views: ["views"],
  imports: ["import_records", "imports"],
  mails: ["emails", "sms_messages"],
  activity: ["activity", "activity_visits"],
  notifications: ["notification_preferences", "notifications", "push_subscriptions"],
  webhooks: ["webhook_attempts", "webhook_deliveries"],
  devices: ["device_bookings", "device_messages", "device_states"],
  dataExports: ["data_exports"],
  requests: ["changes", "idempotency_keys"],
  limits: ["rate_limits"],
} as const;
export type PersonalRecord = keyof typeof personalTables;

/** Tables without anything of people: what organizations offer, counts, and what the software needs for itself. */
export const otherTables = [
  "accounting_accounts",
  "accounting_books",
  "administrator_codes",
  "busy_blocks",
  "busy_calendar_fields",
  "busy_calendars",
  "busy_conflicts",
  "closures",
  "device_checks",
  "device_fields",
  "devices",
  "facilities",
  "field_opening_hours",
  "field_price_patterns",
  "field_sports",
  "field_units",
  "fields",
  "former_slugs",
  "invoice_counters",
  "join_codes",
  "mail_texts",
  "migrations",
  "opening_hour_patterns",
  "overview_dates",
  "overview_everywhere",
  "overview_fields",
  "overview_spans",
  "overview_stale",
  "page_counts",
  "price_patterns",
  "product_taxes",
  "products",
  "promo_codes",
  "provider_marks",
  "role_fields",
  "retention_settings",
  "revisions",
  "receipt_log_heads",
  "roles",
  "secrets",
  "sign_on_domains",
  "sign_on_providers",
  "single_sign_on_requests",
  "slugs",
  "sports",
  "tax_rates",
  "tills",
  "time_windows",
  "units",
  "webhooks",
  "monthly_runs",
] as const;

/** Services of others that an installation may use. Which ones it does, its settings say. */
export const processors = ["mail", "storage", "stripe", "geopf", "google", "openid", "push", "sms"] as const;
export type Processor = (typeof processors)[number];
