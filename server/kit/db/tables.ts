/** Written by `npm run generate` after all migrations: the tables as the database has them. */
import type { ColumnType } from "kysely";

/** Comes back as a Date; goes in as a Date or as ISO 8601 text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Comes back parsed, of a shape that the reader checks; goes in as text from JSON.stringify. */
export type Json = ColumnType<unknown, string, string>;
/** A number that may be too large for JavaScript: comes back as text. */
export type NumericText = ColumnType<string, string | number | bigint, string | number | bigint>;
/** Made by the database where it is not given. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** Made by the database, never given. */
export type AlwaysGenerated<T> = T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>;

export interface AcceptedTermsTable {
  user_id: string;
  terms: string;
  privacy: string;
  operator: string;
  language: string;
  accepted_at: Timestamp;
}

export interface AccessLinksTable {
  secret_hash: Buffer;
  organization_id: string;
  purpose: string;
  subject_id: string;
  ends_at: Timestamp;
}

export interface AccountingAccountsTable {
  organization_id: string;
  key: string;
  number: string;
  label: string;
  updated_at: Timestamp;
}

export interface AccountingBooksTable {
  organization_id: string;
  open_from: string | null;
}

export interface AccountingEntriesTable {
  organization_id: string;
  month: string;
  number: number;
  date: string;
  journal: string;
  kind: string;
  source_id: string;
  piece: string;
  label: string;
  lines: Json;
  lacks_fees: boolean;
}

export interface AccountingMonthsTable {
  organization_id: string;
  month: string;
  closed_by: string;
  closed_at: Timestamp;
  closed_on: string;
  currency: string;
  journals: Json;
  fees_missing: number;
  sha256: Buffer | null;
}

export interface ActivityTable {
  organization_id: string;
  id: string;
  at: Timestamp;
  actor_id: string | null;
  act: string;
  subject_id: string | null;
  before: Json | null;
  after: Json | null;
  address: string | null;
  parent_id: string | null;
  field_id: string | null;
  customer_id: string | null;
  guest_id: string | null;
}

export interface ActivityVisitsTable {
  organization_id: string;
  user_id: string;
  visited_at: Timestamp;
  previous_at: Timestamp | null;
}

export interface AdministratorCodesTable {
  code_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface ApiKeysTable {
  organization_id: string;
  id: string;
  user_id: string;
  name: string;
  prefix: string;
  secret_hash: Buffer;
  permissions: string[];
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  last_used_address: string | null;
  calls_in_minute: Generated<number>;
  created_by: string;
  created_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface BankAccountsTable {
  organization_id: string;
  active: boolean;
  holder: string;
  iban: string;
  bic: string | null;
  payment_days: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface BankTransfersTable {
  organization_id: string;
  payment_id: string;
  reference: string;
  holder: string;
  iban: string;
  bic: string | null;
  amount: number;
  currency: string;
  expires_at: Timestamp;
  closed_at: Timestamp | null;
  received_at: Timestamp | null;
  created_at: Timestamp;
}

export interface BusyBlocksTable {
  organization_id: string;
  event_id: string;
  busy_time_id: string;
}

export interface BusyCalendarFieldsTable {
  organization_id: string;
  calendar_id: string;
  field_id: string;
}

export interface BusyCalendarsTable {
  organization_id: string;
  id: string;
  name: string;
  url: string | null;
  etag: string | null;
  last_modified: string | null;
  content_hash: Buffer | null;
  applied_at: Timestamp | null;
  read_at: Timestamp | null;
  next_read_at: Timestamp;
  claimed_until: Timestamp | null;
  failing_since: Timestamp | null;
  failures: Generated<number>;
  failure: string | null;
  failure_status: number | null;
  told_at: Timestamp | null;
  unreadable: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  archived_at: Timestamp | null;
}

export interface BusyConflictsTable {
  organization_id: string;
  busy_time_id: string;
  event_id: string;
  found_at: Timestamp;
  kept_at: Timestamp | null;
}

export interface BusyTimesTable {
  organization_id: string;
  id: string;
  calendar_id: string;
  field_id: string;
  key: string;
  name: string;
  start_time: Timestamp;
  end_time: Timestamp;
}

export interface CalendarsTable {
  id: string;
  secret_hash: Buffer;
  user_id: string | null;
  organization_id: string | null;
  field_id: string | null;
  created_at: Timestamp;
  last_read_at: Timestamp | null;
  created_by: string;
}

export interface CardFeesTable {
  organization_id: string;
  charge_id: string;
  card_id: string;
  amount: number;
  first_on: string;
  tries: number;
  next_on: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CardRenewalsTable {
  organization_id: string;
  subscription_id: string;
  renews_on: string;
  card_id: string;
  amount: number;
  first_on: string;
  tries: number;
  next_on: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CardsTable {
  organization_id: string;
  id: string;
  customer_id: string;
  provider: string;
  provider_account: string | null;
  provider_customer_id: string | null;
  provider_setup_id: string | null;
  setup_url: string | null;
  provider_method_id: string | null;
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  purposes: string[];
  consent_text: string;
  consented_at: Timestamp;
  state: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  payment_id: string | null;
  event_id: string | null;
  max_amount: number | null;
}

export interface ChangesTable {
  id: AlwaysGenerated<NumericText>;
  transaction: Generated<string>;
  organization_id: string;
  module: string;
  subject_id: string;
  at: Timestamp;
  left_id: string | null;
}

export interface ChargesTable {
  organization_id: string;
  id: string;
  kind: string;
  customer_id: string | null;
  event_id: string | null;
  due_at: Timestamp;
  currency: string;
  amount: number;
  credited: number;
  settled: number;
  pending_reason: string | null;
  voided_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  written_off_at: Timestamp | null;
  written_off_by: string | null;
  write_off_reason: string | null;
  invoiced: Generated<number>;
  product_id: string | null;
  label: string | null;
  quantity: number | null;
  unit_price: number | null;
  price_reason: string | null;
  tax_rate_id: string | null;
  vat_rate: number | null;
  due_on: string | null;
  reminded_at: Timestamp | null;
  void_reason: string | null;
  voided_by: string | null;
  served_from: string | null;
  served_to: string | null;
  reminders_paused_at: Timestamp | null;
  reminder_days: number | null;
  reminder_sent_on: string | null;
  share_of: string | null;
  participant_id: string | null;
  is_prepaid: Generated<boolean>;
  discount: Generated<number>;
  discount_label: string | null;
  fee_of: string | null;
}

export interface ClosuresTable {
  organization_id: string;
  id: string;
  facility_id: string | null;
  field_id: string | null;
  name: string;
  from_date: string;
  to_date: string;
  closed: boolean;
  hours: Generated<Json>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
}

export interface CustomerCodesTable {
  organization_id: string;
  id: string;
  address_hash: Buffer;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Timestamp;
  proof_hash: Buffer | null;
  proof_expires_at: Timestamp | null;
  created_at: Timestamp;
}

export interface CustomerMergesTable {
  organization_id: string;
  id: string;
  kept_id: string;
  merged_id: string;
  moved: Json;
  merged_by: string;
  created_at: Timestamp;
  undone_at: Timestamp | null;
}

export interface CustomerNotesTable {
  organization_id: string;
  id: string;
  customer_id: string;
  text: string;
  pinned: Generated<boolean>;
  author_id: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CustomerRelationsTable {
  organization_id: string;
  from_id: string;
  to_id: string;
  kind: string;
  books: boolean;
  pays: boolean;
  receives: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CustomerRolesTable {
  organization_id: string;
  customer_id: string;
  role_id: number;
}

export interface CustomersTable {
  organization_id: string;
  id: string;
  kind: string;
  first_name: string | null;
  last_name: string | null;
  legal_name: string | null;
  name: AlwaysGenerated<string>;
  sort_name: AlwaysGenerated<string>;
  email: string | null;
  phone: string | null;
  external_id: string | null;
  birth_date: string | null;
  address_line: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  country_id: number | null;
  identification_number: string | null;
  vat_number: string | null;
  guardian_id: string | null;
  user_id: string | null;
  merged_into_id: string | null;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  search: AlwaysGenerated<string>;
  forgotten_at: Timestamp | null;
  guest_since: Timestamp | null;
  email_verified_at: Timestamp | null;
  language: string | null;
  billing: Generated<string>;
  payment_days: Generated<number>;
  reminders_paused_until: string | null;
}

export interface DataExportsTable {
  user_id: string;
  id: string;
  language: string;
  state: string;
  progress: Generated<number>;
  steps: Generated<number>;
  tries: Generated<number>;
  bytes: NumericText | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  ended_at: Timestamp | null;
  expires_at: Timestamp | null;
  organization_id: string | null;
  parts: Generated<number>;
}

export interface DeviceBookingsTable {
  organization_id: string;
  event_id: string;
  code: string | null;
  starts_at: Timestamp;
  ends_at: Timestamp;
  is_confirmed: boolean;
  told_at: Timestamp | null;
}

export interface DeviceChecksTable {
  organization_id: string;
  id: string;
  event_id: string;
}

export interface DeviceFieldsTable {
  organization_id: string;
  device_id: string;
  field_id: string;
}

export interface DeviceMessagesTable {
  organization_id: string;
  id: string;
  device_id: string;
  position: AlwaysGenerated<NumericText>;
  action: string;
  event_id: string | null;
  valid_from: Timestamp | null;
  valid_until: Timestamp | null;
  due_at: Timestamp;
  expires_at: Timestamp;
  status: Generated<string>;
  tries: Generated<number>;
  next_try_at: Timestamp;
  claimed_until: Timestamp | null;
  tried_at: Timestamp | null;
  duration_ms: number | null;
  answer_status: number | null;
  failure: string | null;
  answer: string | null;
  created_at: Timestamp;
}

export interface DeviceStatesTable {
  organization_id: string;
  device_id: string;
  event_id: string;
  valid_from: Timestamp | null;
  valid_until: Timestamp | null;
  is_sent: boolean;
}

export interface DevicesTable {
  organization_id: string;
  id: string;
  name: string;
  purpose: string;
  adapter: string;
  url: string | null;
  topic: string | null;
  username: string | null;
  password: string | null;
  lead_minutes: number;
  lag_minutes: number;
  active: boolean;
  secret: string | null;
  former_secret: string | null;
  former_secret_until: Timestamp | null;
  failing_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  archived_at: Timestamp | null;
}

export interface DisputesTable {
  organization_id: string;
  id: string;
  payment_id: string;
  amount: number;
  status: string;
  reason: string | null;
  due_by: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface EmailChangesTable {
  user_id: string;
  email: string;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface EmailUndosTable {
  token_hash: Buffer;
  user_id: string;
  email: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface EmailVerificationsTable {
  user_id: string;
  token_hash: Buffer;
  sent_at: Timestamp;
  expires_at: Timestamp;
  code_hash: Buffer | null;
  code_tries: Generated<number>;
  code_expires_at: Timestamp | null;
}

export interface EmailsTable {
  id: string;
  recipient: string;
  language: string;
  template: string;
  params: Json;
  status: Generated<string>;
  tries: Generated<number>;
  next_try_at: Timestamp;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  about: string | null;
  sender_id: string | null;
  is_urgent: Generated<boolean>;
}

export interface EventExtrasTable {
  organization_id: string;
  id: string;
  event_id: string;
  extra_id: string;
  stock_id: string;
  name: string;
  quantity: number;
  pieces: number;
  charged: number;
  unit_price: number;
  charge_id: string | null;
  is_required: boolean;
  state: string;
  refund_due: number | null;
  ended_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface EventParticipantsTable {
  organization_id: string;
  id: string;
  event_id: string;
  user_id: string | null;
  email: string | null;
  name: string;
  state: string;
  invited_by: string | null;
  language: string;
  invited_at: Timestamp;
  answered_at: Timestamp | null;
  told_start: Timestamp;
  told_end: Timestamp;
  told_field_id: string;
  remind_at: Timestamp | null;
  reminded_at: Timestamp | null;
  push_remind_at: Timestamp | null;
  push_reminded_at: Timestamp | null;
  payer_charge_id: string | null;
  invited_by_guest: Generated<boolean>;
}

export interface EventSplitsTable {
  organization_id: string;
  event_id: string;
  own: number;
  each: number;
  settles_at: Timestamp;
  settled_at: Timestamp | null;
  ended_charges: Generated<string[]>;
  is_refund_due: Generated<boolean>;
  created_at: Timestamp;
  own_parts: Generated<number>;
}

export interface EventsTable {
  organization_id: string;
  id: string;
  facility_id: string;
  field_id: string;
  kind: Generated<string>;
  name: string;
  description: string | null;
  status: string;
  pending_reason: string | null;
  hold_expires_at: Timestamp | null;
  confidentiality: string;
  type: string;
  sport_id: number | null;
  user_id: string | null;
  min_people: number | null;
  max_people: number | null;
  people: number | null;
  start_time: Timestamp;
  end_time: Timestamp;
  price: number;
  currency: string;
  price_type: string | null;
  price_lines: Generated<Json>;
  price_customized_by: string | null;
  price_reason: string | null;
  payment_status: string;
  notes: string | null;
  internal_notes: string | null;
  override: Generated<boolean>;
  canceled_reason: string | null;
  series_id: string | null;
  original_start: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  rejected_reason: string | null;
  former_status: string | null;
  former_pending_reason: string | null;
  ended_at: Timestamp | null;
  ended_by: string | null;
  expired: Generated<boolean>;
  payment: string | null;
  price_pattern_id: string | null;
  price_plan: string | null;
  price_timeslot: string | null;
  vat_rate: number | null;
  reminded_at: Timestamp | null;
  refund_due: number | null;
  paid: Generated<number>;
  refunded: Generated<number>;
  sequence: Generated<number>;
  customer_id: string | null;
  search: AlwaysGenerated<string>;
  debt_reminded_at: Timestamp | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
  external_id: string | null;
  attendance: string | null;
  attendance_at: Timestamp | null;
  attendance_by: string | null;
  tax_rate_id: string | null;
  refund_percent: number | null;
  cancellation: Json | null;
  covered: Generated<number>;
  is_written_off: Generated<boolean>;
  debt_due_on: string | null;
  remind_at: Timestamp | null;
  shared: Generated<number>;
  push_remind_at: Timestamp | null;
  push_reminded_at: Timestamp | null;
  no_show_fee: number | null;
  no_show_waived_at: Timestamp | null;
}

export interface ExtraStocksTable {
  organization_id: string;
  id: string;
  extra_id: string;
  facility_id: string;
  quantity: number | null;
  turnaround_minutes: number;
  on_hand: number | null;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ExtraUsesTable {
  organization_id: string;
  id: string;
  event_extra_id: string;
  stock_id: string;
  unit: number;
  during: string;
  active: boolean;
}

export interface ExtrasTable {
  organization_id: string;
  id: string;
  name: string;
  product_id: string | null;
  price: number;
  role_prices: Json;
  per: string;
  mode: string;
  step_minutes: number;
  max_quantity: number | null;
  online: boolean;
  field_ids: string[];
  sport_ids: number[];
  window_ids: string[];
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface FacilitiesTable {
  organization_id: string;
  id: string;
  name: string;
  description: string | null;
  place_id: string | null;
  complete_address: string | null;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  parking_place: number | null;
  bicycle_parking_place: number | null;
  changing_room: boolean | null;
  restroom: boolean | null;
  shower: boolean | null;
  restaurant: boolean | null;
  shop: boolean | null;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  line1: string | null;
  postal_code: string | null;
  city: string | null;
  country_code: string | null;
  external_id: string | null;
  slug: string | null;
  is_published: Generated<boolean>;
}

export interface FieldOpeningHoursTable {
  organization_id: string;
  field_id: string;
  pattern_id: string;
}

export interface FieldPricePatternsTable {
  organization_id: string;
  field_id: string;
  pattern_id: string;
}

export interface FieldSportsTable {
  organization_id: string;
  field_id: string;
  sport_id: number;
  position: number;
}

export interface FieldUnitsTable {
  organization_id: string;
  field_id: string;
  unit_id: string;
}

export interface FieldsTable {
  organization_id: string;
  id: string;
  facility_id: string;
  parent_id: string | null;
  name: string;
  description: string | null;
  status: Generated<string>;
  confidentiality: Generated<string>;
  bookable: Generated<boolean>;
  space: string | null;
  lights: boolean | null;
  handicap_access: boolean | null;
  air_conditioning: boolean | null;
  heating: boolean | null;
  min_people_by_event: Generated<number>;
  max_people_by_event: Generated<number>;
  seats_stands: number | null;
  start_step: Generated<number>;
  turnaround: Generated<number>;
  approval: Generated<string>;
  cancellation_deadline: number | null;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  above: Generated<string[]>;
  external_id: string | null;
  former_parent_id: string | null;
  trail: AlwaysGenerated<string[]>;
  slug: string | null;
  is_published: Generated<boolean>;
}

export interface FilesTable {
  organization_id: string;
  id: string;
  facility_id: string | null;
  field_id: string | null;
  position: number;
  picture: string;
  sizes: Json;
  created_at: Timestamp;
  purpose: string | null;
}

export interface FormerSlugsTable {
  organization_id: string;
  id: string;
  facility_id: string;
  field_id: string | null;
  slug: string;
  ends_at: Timestamp;
}

export interface IdempotencyKeysTable {
  organization_id: string;
  user_id: string;
  key: string;
  endpoint: string;
  request_hash: Buffer;
  status: number | null;
  answer: Json | null;
  created_at: Timestamp;
}

export interface ImportRecordsTable {
  organization_id: string;
  import_id: string;
  record_id: string;
  kind: string;
  kept_because: string | null;
  replaced: Json | null;
  written_at: Timestamp | null;
}

export interface ImportsTable {
  organization_id: string;
  id: string;
  file_name: string;
  content: Buffer | null;
  columns: Json;
  mapping: Json;
  rows: number;
  state: Generated<string>;
  progress: Generated<number>;
  report: Json | null;
  failure: string | null;
  tries: Generated<number>;
  created_by: string | null;
  started_by: string | null;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  encoding: string | null;
  sport_mapping: Generated<Json>;
  kind: Generated<string>;
  options: Generated<Json>;
}

export interface InvitationsTable {
  organization_id: string;
  id: string;
  email: string;
  role_id: number;
  status: Generated<string>;
  invited_by: string | null;
  invited_at: Timestamp;
  expires_at: Timestamp;
  answered_at: Timestamp | null;
}

export interface InvoiceCountersTable {
  organization_id: string;
  series: string;
  last: number;
  last_issued_on: string;
}

export interface InvoiceFilesTable {
  organization_id: string;
  invoice_id: string;
  content: Buffer;
  sha256: Buffer;
  created_at: Timestamp;
}

export interface InvoiceLinesTable {
  organization_id: string;
  invoice_id: string;
  charge_id: string;
  amount: number;
}

export interface InvoicesTable {
  organization_id: string;
  id: string;
  kind: string;
  number: string;
  payment_id: string | null;
  refund_id: string | null;
  event_id: string | null;
  corrects_id: string | null;
  user_id: string | null;
  issued_on: string;
  supplied_on: string;
  language: string;
  currency: string;
  total_amount: number;
  tax_amount: number;
  buyer_name: string;
  content: Json;
  created_at: Timestamp;
  search: AlwaysGenerated<string>;
  customer_id: string | null;
  due_on: string | null;
}

export interface JoinCodesTable {
  code_hash: Buffer;
  organization_id: string;
  link_id: string;
}

export interface JoinLinksTable {
  organization_id: string;
  id: string;
  last_signs: string;
  role_id: number;
  needs_approval: boolean;
  max_uses: number | null;
  uses: Generated<number>;
  expires_at: Timestamp;
  created_by: string;
  created_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface JoinRequestsTable {
  organization_id: string;
  id: string;
  user_id: string;
  link_id: string | null;
  role_id: number;
  message: string | null;
  status: string;
  reason: string | null;
  created_at: Timestamp;
  answered_by: string | null;
  answered_at: Timestamp | null;
}

export interface MailTextsTable {
  organization_id: string;
  kind: string;
  language: string;
  opening: string | null;
  closing: string | null;
}

export interface MembershipRolesTable {
  organization_id: string;
  user_id: string;
  role_id: number;
}

export interface MembershipsTable {
  organization_id: string;
  user_id: string;
  active: Generated<boolean>;
  joined_at: Timestamp;
  listed: Generated<string>;
  team_since: Timestamp | null;
  booking_blocked_until: Timestamp | null;
}

export interface MigrationsTable {
  name: string;
  sha256: string;
  applied_at: Generated<Timestamp>;
}

export interface MonthlyRunsTable {
  organization_id: string;
  month: string;
}

export interface NotificationPreferencesTable {
  user_id: string;
  kind: string;
  channel: string;
  choice: string;
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  organization_id: string | null;
  kind: string;
  topic: string;
  subject_id: string;
  params: Generated<Json>;
  count: Generated<number>;
  created_at: Timestamp;
  read_at: Timestamp | null;
  mail_at: Timestamp | null;
}

export interface OccupanciesTable {
  organization_id: string;
  unit_id: string;
  event_id: string;
  during: string;
  active: boolean;
}

export interface OpeningHourPatternsTable {
  organization_id: string;
  id: string;
  name: string;
  hours: Json;
  exceptions: Generated<Json>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface OrdersTable {
  organization_id: string;
  id: string;
  customer_id: string;
  holder_id: string;
  subscription_type_id: string | null;
  pack_type_id: string | null;
  charge_id: string;
  agreed: Json;
  state: string;
  expires_at: Timestamp;
  begins_at_once: boolean;
  paid_at: Timestamp | null;
  subscription_id: string | null;
  pack_id: string | null;
  withdraw_by: string | null;
  withdrawn_at: Timestamp | null;
  given_up_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface OrganizationsTable {
  id: string;
  name: string;
  type: string;
  enabled: Generated<boolean>;
  country_id: number;
  email: string | null;
  phone: string | null;
  vat_number: string | null;
  identification_number: string | null;
  timezone: string;
  currency: string;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  vat_profile: Generated<string>;
  vat_rate: Generated<number>;
  cancellation_deadline: Generated<number>;
  approval_default: Generated<string>;
  horizon_days: Generated<number> | null;
  notice_minutes: number | null;
  most_active: number | null;
  payment_on_site: Generated<boolean>;
  legal_name: string | null;
  address_line: string | null;
  postal_code: string | null;
  city: string | null;
  booking_privacy: Generated<string>;
  has_privacy_notice: Generated<boolean>;
  region: string | null;
  legal_form: string | null;
  share_capital: number | null;
  registration_city: string | null;
  is_unregistered: Generated<boolean>;
  vat_number_pending: Generated<boolean>;
  seller_due_at: Timestamp | null;
  demands_second_factor: Generated<boolean>;
  second_factor_demanded_at: Timestamp | null;
  joining: Generated<string>;
  waitlist: Generated<string>;
  accent: string | null;
  sender_name: string | null;
  opens_at: string | null;
  max_holds: number | null;
  quotas: Json | null;
  cancellation: Generated<Json> | null;
  no_show: Json | null;
  guest_booking: Generated<string>;
  guest_horizon_days: Generated<number>;
  guest_notice_minutes: Generated<number>;
  guest_most_active: Generated<number>;
  sms_limit: number | null;
  reminder_lead: Generated<number> | null;
  debt_reminder_steps: Generated<Json>;
  debt_reminders_from: string | null;
  unpaid_shares: Generated<string>;
  vat_on_debits: Generated<boolean>;
  reminder_from: Generated<string>;
  push_reminder_lead: Generated<number> | null;
}

export interface OverviewDatesTable {
  organization_id: string;
  date: string;
  open_minutes: number;
  taken_minutes: number;
  events: number;
  revenue: NumericText;
  by_status: number[];
  by_type: number[];
  by_hour: number[];
  is_stale: Generated<boolean>;
  is_summed: Generated<boolean>;
}

export interface OverviewEverywhereTable {
  date: string;
  currency: string;
  open_minutes: NumericText;
  taken_minutes: NumericText;
  events: number;
  revenue: NumericText;
  by_status: number[];
  by_type: number[];
  by_hour: number[];
}

export interface OverviewFieldsTable {
  organization_id: string;
  date: string;
  field_id: string;
  open_minutes: number;
  taken_minutes: number;
  events: number;
  revenue: NumericText;
  open_by_hour: Generated<number[]>;
  taken_by_hour: Generated<number[]>;
}

export interface OverviewSpansTable {
  days: number;
  first_date: string;
  organization_id: string;
  field_id: string;
  open_minutes: number;
  taken_minutes: number;
  events: number;
  revenue: NumericText;
}

export interface OverviewStaleTable {
  id: AlwaysGenerated<NumericText>;
  organization_id: string;
  around: Timestamp | null;
  is_all: Generated<boolean>;
}

export interface PackTypesTable {
  organization_id: string;
  id: string;
  name: string;
  product_id: string | null;
  price: number;
  unit: string;
  units: number;
  minutes_per_unit: number | null;
  per: string;
  valid_days: number | null;
  valid_until: string | null;
  starts: string;
  online: boolean;
  field_ids: string[];
  sport_ids: number[];
  window_ids: string[];
  role_ids: number[];
  max_per_day: number | null;
  max_per_week: number | null;
  max_upcoming: number | null;
  version: number;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  sold_online: Generated<boolean>;
}

export interface PackUsesTable {
  organization_id: string;
  id: string;
  pack_id: string;
  event_id: string;
  units: number;
  given_back: number;
  given_back_at: Timestamp | null;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PacksTable {
  organization_id: string;
  id: string;
  customer_id: string;
  type_id: string;
  terms: Json;
  units_total: number;
  units_used: number;
  units_refunded: Generated<number>;
  starts_on: string | null;
  expires_on: string | null;
  told_days: number | null;
  charge_id: string | null;
  grant_reason: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  external_id: string | null;
  used_before: Generated<number>;
  imported_at: Timestamp | null;
  subscription_term_id: string | null;
}

export interface PageCountsTable {
  organization_id: string;
  date: string;
  page: string;
  source: string;
  views: Generated<number>;
  bookings: Generated<number>;
}

export interface PagesTable {
  organization_id: string;
  state: Generated<string>;
  language: string;
  tagline: string | null;
  about: string | null;
  phone: string | null;
  email: string | null;
  publisher: string | null;
  shows_times: Generated<boolean>;
  shows_prices: Generated<boolean>;
  updated_at: Timestamp;
  shows_card: Generated<boolean>;
}

export interface PasskeyChallengesTable {
  challenge_hash: Buffer;
  purpose: string;
  user_id: string | null;
  expires_at: Timestamp;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: NumericText;
  transports: string[];
  is_synced: boolean;
  is_backed_up: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface PasswordCodesTable {
  link_hash: Buffer;
  user_id: string;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: Timestamp;
  code_expires_at: Timestamp;
  expires_at: Timestamp;
}

export interface PaymentAccountsTable {
  organization_id: string;
  account_id: string;
  takes_payments: Generated<boolean>;
  pays_out: Generated<boolean>;
  is_submitted: Generated<boolean>;
  requirements: Generated<string[]>;
  created_at: Timestamp;
  updated_at: Timestamp;
  provider: string;
  disconnected_at: Timestamp | null;
}

export interface PaymentsTable {
  organization_id: string;
  id: string;
  event_id: string | null;
  user_id: string | null;
  payer_name: string;
  method: string;
  status: string;
  amount: number;
  currency: string;
  provider_fee: number | null;
  application_fee: number | null;
  note: string | null;
  failure: string | null;
  recorded_by: string | null;
  provider_account: string | null;
  provider_session_id: string | null;
  checkout_url: string | null;
  provider_intent_id: string | null;
  provider_charge_id: string | null;
  expires_at: Timestamp | null;
  request: Json | null;
  asked_at: Timestamp | null;
  paid_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  provider: string | null;
  asked_amount: number | null;
  search: AlwaysGenerated<string>;
  group_id: string | null;
  link_sent_at: Timestamp | null;
  link_copied_at: Timestamp | null;
  charge_id: string | null;
  card_id: string | null;
  is_taxed_ahead: Generated<boolean>;
}

export interface PayoutItemsTable {
  organization_id: string;
  payout_id: string;
  provider_id: string;
  kind: string;
  source: string | null;
  amount: number;
  fee: number;
  net: number;
  at: Timestamp;
}

export interface PayoutsTable {
  organization_id: string;
  id: string;
  provider: string;
  account: string;
  provider_id: string;
  amount: number;
  currency: string;
  state: string;
  is_automatic: boolean;
  arrives_on: string;
  booked_on: string | null;
  items_read_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PricePatternsTable {
  organization_id: string;
  id: string;
  name: string;
  type: string;
  timeslots: Json;
  plans: Json;
  details: Json;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  product_id: string | null;
}

export interface ProductTaxesTable {
  organization_id: string;
  product_id: string;
  role_id: number;
  tax_rate_id: string;
}

export interface ProductsTable {
  organization_id: string;
  id: string;
  name: string;
  kind: string;
  tax_rate_id: string | null;
  is_default: boolean;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  price: number | null;
}

export interface PromoCodesTable {
  organization_id: string;
  id: string;
  code: string;
  kind: string;
  value: number;
  min_amount: number | null;
  booked_from: string | null;
  booked_to: string | null;
  played_from: string | null;
  played_to: string | null;
  window_ids: string[];
  field_ids: string[];
  role_ids: number[];
  first_booking_only: boolean;
  max_uses: number | null;
  max_per_customer: number | null;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  applies_to: Generated<string>;
}

export interface PromoUsesTable {
  organization_id: string;
  id: string;
  promo_code_id: string;
  event_id: string | null;
  terms: Json;
  discount: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  charge_id: string | null;
}

export interface ProviderAccountsTable {
  provider: string;
  account_id: string;
  organization_id: string;
}

export interface ProviderDifferencesTable {
  id: string;
  organization_id: string | null;
  payment_id: string | null;
  subject: string;
  ours: NumericText | null;
  theirs: NumericText | null;
  found_at: Timestamp;
  settled_at: Timestamp | null;
  provider: string;
}

export interface ProviderEventsTable {
  id: string;
  account: string | null;
  type: string;
  subject: Json;
  received_at: Timestamp;
  processed_at: Timestamp | null;
  tries: Generated<number>;
  failure: string | null;
  provider: string;
}

export interface ProviderMarksTable {
  account: string;
  seen_until: Timestamp;
  provider: string;
}

export interface PushSubscriptionsTable {
  user_id: string;
  id: string;
  session_id: string;
  endpoint: string;
  public_key: Buffer;
  auth_secret: Buffer;
  timezone: string;
  created_at: Timestamp;
  last_ok_at: Timestamp | null;
}

export interface RateLimitsTable {
  key: string;
  hits: number;
  window_ends_at: Timestamp;
}

export interface ReceiptLogTable {
  organization_id: string;
  seq: NumericText;
  at: Timestamp;
  kind: string;
  payload: string;
  prev_sha256: Buffer;
  sha256: Buffer;
  signature: Buffer | null;
}

export interface ReceiptLogHeadsTable {
  organization_id: string;
  seq: NumericText;
  sha256: Buffer;
  at: Timestamp;
  open_day: string | null;
  open_month: string | null;
  open_year: string | null;
  closes_on: string | null;
  perpetual_total: NumericText;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
  used_at: Timestamp | null;
}

export interface RefundsTable {
  organization_id: string;
  id: string;
  payment_id: string;
  amount: number;
  status: string;
  reason: string | null;
  failure: string | null;
  provider_refund_id: string | null;
  requested_by: string | null;
  tries: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  paid_otherwise_at: Timestamp | null;
  method: string | null;
}

export interface RetentionSettingsTable {
  organization_id: string;
  customers_months: number | null;
  activity_months: number | null;
  imports_days: number | null;
  updated_at: Timestamp;
}

export interface RevisionsTable {
  organization_id: string;
  revision: number;
}

export interface RoleFieldsTable {
  organization_id: string;
  role_id: number;
  field_id: string;
}

export interface RolesTable {
  organization_id: string;
  id: number;
  name: string;
  type: string;
  permissions: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
  horizon_days: number | null;
  notice_minutes: number | null;
  most_active: number | null;
  archived_at: Timestamp | null;
  opens_at: string | null;
  max_holds: number | null;
  quotas: Json | null;
  cancellation: Json | null;
  no_show: Json | null;
}

export interface SecondFactorRemovalsTable {
  user_id: string;
  organization_id: string;
  requested_by: string;
  token_hash: Buffer;
  created_at: Timestamp;
  due_at: Timestamp;
}

export interface SecondFactorTicketsTable {
  token_hash: Buffer;
  user_id: string;
  network: string;
  device: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  organization_id: string | null;
}

export interface SecretsTable {
  name: string;
  value: Buffer;
}

export interface SelectionsTable {
  organization_id: string;
  id: string;
  user_id: string;
  field_id: string;
  start_time: Timestamp;
  end_time: Timestamp;
  expires_at: Timestamp;
}

export interface SeriesTable {
  organization_id: string;
  id: string;
  field_id: string;
  name: string;
  rule: Json;
  template: Json;
  created_by: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token_hash: Buffer;
  device: string;
  address: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

export interface SettlementsTable {
  organization_id: string;
  id: string;
  charge_id: string;
  kind: string;
  payment_id: string | null;
  refund_id: string | null;
  amount: number;
  at: Timestamp;
  pack_use_id: string | null;
}

export interface ShareCollectionsTable {
  organization_id: string;
  event_id: string;
  card_id: string;
  payment_id: string;
  amount: number;
  created_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface SignOnDomainsTable {
  organization_id: string;
  id: string;
  domain: string;
  token: string;
  confirmed_at: Timestamp | null;
  created_at: Timestamp;
  checked_on: string | null;
  absent_days: Generated<number>;
}

export interface SignOnProvidersTable {
  organization_id: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SingleSignOnRequestsTable {
  state_hash: Buffer;
  expires_at: Timestamp;
  organization_id: string | null;
}

export interface SlugsTable {
  slug: string;
  organization_id: string;
  is_current: boolean;
  ends_at: Timestamp | null;
}

export interface SmsMessagesTable {
  id: string;
  organization_id: string;
  user_id: string | null;
  customer_id: string | null;
  recipient: string;
  body: string;
  about: string | null;
  status: Generated<string>;
  tries: Generated<number>;
  next_try_at: Timestamp;
  last_error: string | null;
  provider_id: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
}

export interface SportsTable {
  id: number;
  name_en: string;
  name_fr: string;
}

export interface SubscriptionFreezesTable {
  organization_id: string;
  id: string;
  subscription_id: string;
  from_on: string;
  to_on: string;
  reason: string;
  by_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SubscriptionGrantsTable {
  organization_id: string;
  id: string;
  subscription_id: string;
  customer_id: string;
  from_on: string;
  to_on: string;
  is_grace: boolean;
  name: string;
  role_id: number | null;
  discounts: Json;
  rules: Json | null;
}

export interface SubscriptionTermsTable {
  organization_id: string;
  id: string;
  subscription_id: string;
  position: number;
  from_on: string;
  to_on: string;
  type_id: string;
  terms: Json;
  price: number;
  charge_id: string | null;
  is_paid: boolean;
  voided_at: Timestamp | null;
  noticed_on: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  joining_fee: Generated<number>;
  is_notice_unsent: Generated<boolean>;
}

export interface SubscriptionTypesTable {
  organization_id: string;
  id: string;
  name: string;
  description: string | null;
  product_id: string | null;
  price: number;
  joining_fee: number;
  min_age: number | null;
  max_age: number | null;
  age_on: string;
  term_kind: string;
  term_length: number | null;
  season_start: string | null;
  prorate: string;
  renewal: string;
  notice_days: number;
  grace_days: number;
  freeze_max_days: number;
  freeze_min_days: number;
  sale_from: string | null;
  sale_to: string | null;
  capacity: number | null;
  terms_text: string | null;
  role_id: number | null;
  discounts: Json;
  packs: Json;
  rules: Json | null;
  version: number;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  sold_online: Generated<boolean>;
}

export interface SubscriptionsTable {
  organization_id: string;
  id: string;
  customer_id: string;
  type_id: string;
  next_type_id: string | null;
  starts_on: string;
  ends_on: string;
  holds_until: string;
  renews: boolean;
  canceled_on: string | null;
  end_reason: string | null;
  beyond_reason: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  external_id: string | null;
  imported_at: Timestamp | null;
}

export interface TaxRatesTable {
  organization_id: string;
  id: string;
  name: string;
  rate: number;
  is_exempt: boolean;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface TillClosingsTable {
  organization_id: string;
  id: string;
  till_id: string;
  session_id: string;
  number: number;
  closed_by: string;
  closed_at: Timestamp;
  content: Json;
  perpetual_total: NumericText;
  banked: number;
  next_float: number;
}

export interface TillMovementsTable {
  organization_id: string;
  id: string;
  session_id: string;
  kind: string;
  method: string;
  amount: number;
  payment_id: string | null;
  refund_id: string | null;
  corrects_movement_id: string | null;
  corrects_closing_id: string | null;
  reason: string | null;
  by_id: string | null;
  created_at: Timestamp;
}

export interface TillSessionsTable {
  organization_id: string;
  id: string;
  till_id: string;
  business_date: string;
  currency: string;
  opening_float: number;
  opened_by: string;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface TillsTable {
  organization_id: string;
  id: string;
  name: string;
  facility_id: string | null;
  active: boolean;
  active_since: Timestamp;
  last_number: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface TimeWindowsTable {
  organization_id: string;
  id: string;
  name: string;
  weekdays: number[];
  start_time: string;
  end_time: string;
  from_date: string | null;
  to_date: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  archived_at: Timestamp | null;
}

export interface TotpSecretsTable {
  user_id: string;
  secret: Buffer;
  created_at: Timestamp;
  confirmed_at: Timestamp | null;
  last_interval: number | null;
}

export interface UnitsTable {
  organization_id: string;
  id: string;
}

export interface UsersTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  password_hash: string;
  email_verified_at: Timestamp | null;
  active: Generated<boolean>;
  platform_admin: Generated<boolean>;
  language: string | null;
  theme: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
  search: AlwaysGenerated<string>;
  is_api_key: Generated<boolean>;
  has_second_factor: Generated<boolean>;
  administrator_since: Timestamp | null;
  pending_join: Json | null;
  closes_at: Timestamp | null;
  closed_at: Timestamp | null;
  accepted_terms: string | null;
  reminder_lead: number | null;
}

export interface ViewsTable {
  organization_id: string;
  id: string;
  user_id: string | null;
  name: string;
  state: Json;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface VoucherUsesTable {
  organization_id: string;
  id: string;
  voucher_id: string;
  payment_id: string;
  refund_id: string | null;
  amount: number;
  at: Timestamp;
}

export interface VouchersTable {
  organization_id: string;
  id: string;
  code: string;
  purpose: string;
  currency: string;
  amount: number;
  used: Generated<number>;
  expires_on: string;
  buyer_id: string;
  charge_id: string;
  recipient_name: string | null;
  recipient_email: string | null;
  message: string | null;
  language: string;
  deliver_on: string | null;
  delivered_at: Timestamp | null;
  canceled_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WaitlistEntriesTable {
  organization_id: string;
  id: string;
  user_id: string;
  sport_id: number | null;
  field_id: string | null;
  facility_id: string | null;
  space: string | null;
  date: string;
  timezone: string;
  first_start: Timestamp;
  last_start: Timestamp;
  durations: number[];
  people: number | null;
  status: string;
  last_end: Timestamp;
  ends_at: Timestamp;
  passed_over: string | null;
  passed_start: Timestamp | null;
  created_at: Timestamp;
  created_by: string;
  ended_at: Timestamp | null;
}

export interface WaitlistOffersTable {
  organization_id: string;
  id: string;
  entry_id: string;
  event_id: string;
  status: string;
  price: number;
  price_type: string | null;
  offered_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface WaitlistReleasesTable {
  organization_id: string;
  id: string;
  field_id: string | null;
  start_time: Timestamp;
  end_time: Timestamp;
  user_id: string | null;
  due_at: Timestamp;
}

export interface WalletEntriesTable {
  organization_id: string;
  id: string;
  customer_id: string;
  kind: string;
  amount: number;
  payment_id: string;
  refund_id: string | null;
  at: Timestamp;
}

export interface WalletsTable {
  organization_id: string;
  customer_id: string;
  currency: string;
  amount: number;
  updated_at: Timestamp;
}

export interface WebhookAttemptsTable {
  organization_id: string;
  id: string;
  delivery_id: string;
  at: Timestamp;
  url: string;
  duration_ms: number;
  status: number | null;
  failure: string | null;
  answer: string | null;
}

export interface WebhookDeliveriesTable {
  organization_id: string;
  id: string;
  webhook_id: string;
  position: AlwaysGenerated<NumericText>;
  type: string;
  subject_id: string;
  body: string;
  status: Generated<string>;
  tries: Generated<number>;
  next_try_at: Timestamp;
  queued_at: Timestamp;
  created_at: Timestamp;
}

export interface WebhooksTable {
  organization_id: string;
  id: string;
  url: string;
  kinds: string[];
  active: Generated<boolean>;
  secret: string;
  former_secret: string | null;
  former_secret_until: Timestamp | null;
  failing_since: Timestamp | null;
  turned_off_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  archived_at: Timestamp | null;
}

export interface Tables {
  accepted_terms: AcceptedTermsTable;
  access_links: AccessLinksTable;
  accounting_accounts: AccountingAccountsTable;
  accounting_books: AccountingBooksTable;
  accounting_entries: AccountingEntriesTable;
  accounting_months: AccountingMonthsTable;
  activity: ActivityTable;
  activity_visits: ActivityVisitsTable;
  administrator_codes: AdministratorCodesTable;
  api_keys: ApiKeysTable;
  bank_accounts: BankAccountsTable;
  bank_transfers: BankTransfersTable;
  busy_blocks: BusyBlocksTable;
  busy_calendar_fields: BusyCalendarFieldsTable;
  busy_calendars: BusyCalendarsTable;
  busy_conflicts: BusyConflictsTable;
  busy_times: BusyTimesTable;
  calendars: CalendarsTable;
  card_fees: CardFeesTable;
  card_renewals: CardRenewalsTable;
  cards: CardsTable;
  changes: ChangesTable;
  charges: ChargesTable;
  closures: ClosuresTable;
  customer_codes: CustomerCodesTable;
  customer_merges: CustomerMergesTable;
  customer_notes: CustomerNotesTable;
  customer_relations: CustomerRelationsTable;
  customer_roles: CustomerRolesTable;
  customers: CustomersTable;
  data_exports: DataExportsTable;
  device_bookings: DeviceBookingsTable;
  device_checks: DeviceChecksTable;
  device_fields: DeviceFieldsTable;
  device_messages: DeviceMessagesTable;
  device_states: DeviceStatesTable;
  devices: DevicesTable;
  disputes: DisputesTable;
  email_changes: EmailChangesTable;
  email_undos: EmailUndosTable;
  email_verifications: EmailVerificationsTable;
  emails: EmailsTable;
  event_extras: EventExtrasTable;
  event_participants: EventParticipantsTable;
  event_splits: EventSplitsTable;
  events: EventsTable;
  extra_stocks: ExtraStocksTable;
  extra_uses: ExtraUsesTable;
  extras: ExtrasTable;
  facilities: FacilitiesTable;
  field_opening_hours: FieldOpeningHoursTable;
  field_price_patterns: FieldPricePatternsTable;
  field_sports: FieldSportsTable;
  field_units: FieldUnitsTable;
  fields: FieldsTable;
  files: FilesTable;
  former_slugs: FormerSlugsTable;
  idempotency_keys: IdempotencyKeysTable;
  import_records: ImportRecordsTable;
  imports: ImportsTable;
  invitations: InvitationsTable;
  invoice_counters: InvoiceCountersTable;
  invoice_files: InvoiceFilesTable;
  invoice_lines: InvoiceLinesTable;
  invoices: InvoicesTable;
  join_codes: JoinCodesTable;
  join_links: JoinLinksTable;
  join_requests: JoinRequestsTable;
  mail_texts: MailTextsTable;
  membership_roles: MembershipRolesTable;
  memberships: MembershipsTable;
  migrations: MigrationsTable;
  monthly_runs: MonthlyRunsTable;
  notification_preferences: NotificationPreferencesTable;
  notifications: NotificationsTable;
  occupancies: OccupanciesTable;
  opening_hour_patterns: OpeningHourPatternsTable;
  orders: OrdersTable;
  organizations: OrganizationsTable;
  overview_dates: OverviewDatesTable;
  overview_everywhere: OverviewEverywhereTable;
  overview_fields: OverviewFieldsTable;
  overview_spans: OverviewSpansTable;
  overview_stale: OverviewStaleTable;
  pack_types: PackTypesTable;
  pack_uses: PackUsesTable;
  packs: PacksTable;
  page_counts: PageCountsTable;
  pages: PagesTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  password_codes: PasswordCodesTable;
  payment_accounts: PaymentAccountsTable;
  payments: PaymentsTable;
  payout_items: PayoutItemsTable;
  payouts: PayoutsTable;
  price_patterns: PricePatternsTable;
  product_taxes: ProductTaxesTable;
  products: ProductsTable;
  promo_codes: PromoCodesTable;
  promo_uses: PromoUsesTable;
  provider_accounts: ProviderAccountsTable;
  provider_differences: ProviderDifferencesTable;
  provider_events: ProviderEventsTable;
  provider_marks: ProviderMarksTable;
  push_subscriptions: PushSubscriptionsTable;
  rate_limits: RateLimitsTable;
  receipt_log: ReceiptLogTable;
  receipt_log_heads: ReceiptLogHeadsTable;
  recovery_codes: RecoveryCodesTable;
  refunds: RefundsTable;
  retention_settings: RetentionSettingsTable;
  revisions: RevisionsTable;
  role_fields: RoleFieldsTable;
  roles: RolesTable;
  second_factor_removals: SecondFactorRemovalsTable;
  second_factor_tickets: SecondFactorTicketsTable;
  secrets: SecretsTable;
  selections: SelectionsTable;
  series: SeriesTable;
  sessions: SessionsTable;
  settlements: SettlementsTable;
  share_collections: ShareCollectionsTable;
  sign_on_domains: SignOnDomainsTable;
  sign_on_providers: SignOnProvidersTable;
  single_sign_on_requests: SingleSignOnRequestsTable;
  slugs: SlugsTable;
  sms_messages: SmsMessagesTable;
  sports: SportsTable;
  subscription_freezes: SubscriptionFreezesTable;
  subscription_grants: SubscriptionGrantsTable;
  subscription_terms: SubscriptionTermsTable;
  subscription_types: SubscriptionTypesTable;
  subscriptions: SubscriptionsTable;
  tax_rates: TaxRatesTable;
  till_closings: TillClosingsTable;
  till_movements: TillMovementsTable;
  till_sessions: TillSessionsTable;
  tills: TillsTable;
  time_windows: TimeWindowsTable;
  totp_secrets: TotpSecretsTable;
  units: UnitsTable;
  users: UsersTable;
  views: ViewsTable;
  voucher_uses: VoucherUsesTable;
  vouchers: VouchersTable;
  waitlist_entries: WaitlistEntriesTable;
  waitlist_offers: WaitlistOffersTable;
  waitlist_releases: WaitlistReleasesTable;
  wallet_entries: WalletEntriesTable;
  wallets: WalletsTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
}
