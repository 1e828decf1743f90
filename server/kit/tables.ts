/** Written by `npm run generate` after all migrations: the tables as the database has them. */
import type { ColumnType } from "kysely";

/** Comes back as a Date; goes in as a Date or as ISO 8601 text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Comes back parsed, of a shape that the reader checks; goes in as text from JSON.stringify. */
export type Json = ColumnType<unknown, string, string>;
/** A number that may be too large for JavaScript: comes back as text. */
export type Big = ColumnType<string, string | number | bigint, string | number | bigint>;
/** Made by the database where it is not given. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** Made by the database, never given. */
export type Made<T> = T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>;

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
}

export interface ChangesTable {
  id: Made<Big>;
  transaction: Generated<string>;
  organization_id: string;
  room: string;
  subject_id: string;
  at: Timestamp;
}

export interface EmailVerificationsTable {
  user_id: string;
  token_hash: Buffer;
  sent_at: Timestamp;
  expires_at: Timestamp;
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
  creator_id: string | null;
  customer_id: string | null;
  customer_name: string | null;
  customer_phone: string | null;
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
  cancellation_deadline: Generated<number>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
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
}

export interface MigrationsTable {
  name: string;
  sha256: string;
  applied_at: Generated<Timestamp>;
}

export interface OccupanciesTable {
  organization_id: string;
  unit_id: string;
  event_id: string;
  during: string;
  active: boolean;
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
  timezone: Generated<string>;
  currency: Generated<string>;
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
}

export interface PasswordCodesTable {
  user_id: string;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Timestamp;
}

export interface RateLimitsTable {
  key: string;
  hits: number;
  window_ends_at: Timestamp;
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
}

export interface SecretsTable {
  name: string;
  value: Buffer;
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

export interface SportsTable {
  id: number;
  name_en: string;
  name_fr: string;
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
}

export interface Tables {
  activity: ActivityTable;
  changes: ChangesTable;
  email_verifications: EmailVerificationsTable;
  emails: EmailsTable;
  events: EventsTable;
  facilities: FacilitiesTable;
  field_sports: FieldSportsTable;
  field_units: FieldUnitsTable;
  fields: FieldsTable;
  idempotency_keys: IdempotencyKeysTable;
  invitations: InvitationsTable;
  membership_roles: MembershipRolesTable;
  memberships: MembershipsTable;
  migrations: MigrationsTable;
  occupancies: OccupanciesTable;
  organizations: OrganizationsTable;
  password_codes: PasswordCodesTable;
  rate_limits: RateLimitsTable;
  role_fields: RoleFieldsTable;
  roles: RolesTable;
  secrets: SecretsTable;
  sessions: SessionsTable;
  sports: SportsTable;
  units: UnitsTable;
  users: UsersTable;
}
