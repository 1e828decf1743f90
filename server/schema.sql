-- Written by `npm run generate` after all migrations, from PostgreSQL's catalogue. To read, not to run:
-- what changes the database is a new file in server/migrations.

create extension btree_gin;
create extension btree_gist;
create extension pg_trgm;
create extension unaccent;

create collation natural_order (provider = icu, locale = 'und-u-kn-true');

CREATE OR REPLACE FUNCTION customer_of_account(of_organization uuid, of_account uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select id from customers
    where organization_id = of_organization and user_id = of_account and merged_into_id is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION distribute_by_organization(tenant_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if to_regclass('pg_dist_partition') is null then
    return;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = 'organizations'::regclass) then
    perform create_distributed_table(tenant_table, 'organization_id', colocate_with => 'organizations');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, $1));

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'customer_id' = to_jsonb(old) - 'customer_id' then
    return new;
  end if;
  raise exception 'Entries of balances are not changed' using errcode = 'restrict_violation';
end $function$;

create table accepted_terms (
  user_id uuid not null,
  terms text not null,
  privacy text not null,
  operator text not null,
  language text not null,
  accepted_at timestamp with time zone not null,
  constraint accepted_terms_pkey PRIMARY KEY (user_id, terms, privacy, operator),
  constraint accepted_terms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint accepted_terms_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text]))
);

create table access_links (
  secret_hash bytea not null,
  organization_id uuid not null,
  purpose text not null,
  subject_id uuid not null,
  ends_at timestamp with time zone not null,
  constraint access_links_pkey PRIMARY KEY (secret_hash),
  constraint access_links_purpose_check CHECK (purpose = ANY (ARRAY['offer'::text, 'booking'::text, 'player'::text, 'players'::text, 'debts'::text]))
);
CREATE INDEX access_links_ended ON access_links USING btree (ends_at);
CREATE INDEX access_links_of_subject ON access_links USING btree (subject_id);

create table accounting_accounts (
  organization_id uuid not null,
  key text not null,
  number text not null,
  label text collate "und-x-icu" not null,
  updated_at timestamp with time zone not null,
  constraint accounting_accounts_pkey PRIMARY KEY (organization_id, key),
  constraint accounting_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table accounting_books (
  organization_id uuid not null,
  open_from date,
  constraint accounting_books_pkey PRIMARY KEY (organization_id),
  constraint accounting_books_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table accounting_entries (
  organization_id uuid not null,
  month date not null,
  number integer not null,
  date date not null,
  journal text not null,
  kind text not null,
  source_id uuid not null,
  piece text not null,
  label text not null,
  lines jsonb not null,
  lacks_fees boolean not null,
  constraint accounting_entries_pkey PRIMARY KEY (organization_id, month, number),
  constraint accounting_entries_organization_id_month_fkey FOREIGN KEY (organization_id, month) REFERENCES accounting_months(organization_id, month),
  constraint accounting_entries_journal_check CHECK (journal = ANY (ARRAY['VE'::text, 'CA'::text, 'BQ'::text, 'OD'::text])),
  constraint accounting_entries_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'payment'::text, 'fees'::text, 'refund'::text, 'payout'::text, 'till_movement'::text, 'till_closing'::text])),
  constraint accounting_entries_number_check CHECK (number > 0)
);
CREATE UNIQUE INDEX accounting_entries_of_source ON accounting_entries USING btree (organization_id, kind, source_id);
CREATE INDEX accounting_entries_without_fees ON accounting_entries USING btree (organization_id, source_id) WHERE lacks_fees;
CREATE TRIGGER accounting_entries_immutable BEFORE DELETE OR UPDATE ON accounting_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounting_entries_kept BEFORE TRUNCATE ON accounting_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table accounting_months (
  organization_id uuid not null,
  month date not null,
  closed_by uuid not null,
  closed_at timestamp with time zone not null,
  closed_on date not null,
  currency text not null,
  journals jsonb not null,
  fees_missing integer not null,
  sha256 bytea,
  constraint accounting_months_pkey PRIMARY KEY (organization_id, month),
  constraint accounting_months_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint accounting_months_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint accounting_months_fees_missing_check CHECK (fees_missing >= 0),
  constraint accounting_months_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);
CREATE TRIGGER accounting_months_immutable BEFORE DELETE OR UPDATE ON accounting_months FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounting_months_kept BEFORE TRUNCATE ON accounting_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table activity (
  organization_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  act text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  address text,
  parent_id uuid,
  field_id uuid,
  customer_id uuid,
  guest_id uuid,
  constraint activity_pkey PRIMARY KEY (organization_id, id),
  constraint activity_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint activity_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX activity_by_time ON activity USING btree (organization_id, at DESC, id) WHERE parent_id IS NULL;
CREATE INDEX activity_everywhere ON activity USING btree (at DESC, id) WHERE parent_id IS NULL;
CREATE INDEX activity_of_actor ON activity USING btree (actor_id, organization_id, at DESC, id) WHERE parent_id IS NULL;
CREATE INDEX activity_of_actor_everywhere ON activity USING btree (actor_id, at DESC, id) WHERE parent_id IS NULL;
CREATE INDEX activity_of_customer ON activity USING btree (organization_id, customer_id, at DESC, id) WHERE customer_id IS NOT NULL;
CREATE INDEX activity_of_field ON activity USING btree (organization_id, field_id, at DESC, id) WHERE field_id IS NOT NULL;
CREATE INDEX activity_of_guest ON activity USING btree (organization_id, guest_id) WHERE guest_id IS NOT NULL;
CREATE INDEX activity_of_module ON activity USING btree (organization_id, split_part(act, '.'::text, 1), at DESC, id) WHERE parent_id IS NULL;
CREATE INDEX activity_of_parent ON activity USING btree (organization_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX activity_of_subject ON activity USING btree (subject_id, organization_id, at DESC, id);

create table activity_visits (
  organization_id uuid not null,
  user_id uuid not null,
  visited_at timestamp with time zone not null,
  previous_at timestamp with time zone,
  constraint activity_visits_pkey PRIMARY KEY (organization_id, user_id),
  constraint activity_visits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint activity_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table administrator_codes (
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint administrator_codes_pkey PRIMARY KEY (code_hash)
);

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  permissions text[] not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  calls_in_minute integer default 0 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (organization_id, id),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys USING btree (organization_id, secret_hash);
CREATE UNIQUE INDEX api_keys_name_key ON api_keys USING btree (organization_id, fold(name)) WHERE revoked_at IS NULL;

create table bank_accounts (
  organization_id uuid not null,
  active boolean not null,
  holder text not null,
  iban text not null,
  bic text,
  payment_days integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint bank_accounts_pkey PRIMARY KEY (organization_id),
  constraint bank_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint bank_accounts_payment_days_check CHECK (payment_days >= 1 AND payment_days <= 30)
);

create table bank_transfers (
  organization_id uuid not null,
  payment_id uuid not null,
  reference text not null,
  holder text not null,
  iban text not null,
  bic text,
  amount integer not null,
  currency text not null,
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  received_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint bank_transfers_pkey PRIMARY KEY (organization_id, payment_id),
  constraint bank_transfers_reference_key UNIQUE (organization_id, reference),
  constraint bank_transfers_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint bank_transfers_amount_check CHECK (amount > 0)
);

create table busy_blocks (
  organization_id uuid not null,
  event_id uuid not null,
  busy_time_id uuid not null,
  constraint busy_blocks_pkey PRIMARY KEY (organization_id, event_id),
  constraint busy_blocks_organization_id_busy_time_id_fkey FOREIGN KEY (organization_id, busy_time_id) REFERENCES busy_times(organization_id, id)
);
CREATE INDEX busy_blocks_of_time ON busy_blocks USING btree (organization_id, busy_time_id);

create table busy_calendar_fields (
  organization_id uuid not null,
  calendar_id uuid not null,
  field_id uuid not null,
  constraint busy_calendar_fields_pkey PRIMARY KEY (organization_id, calendar_id, field_id),
  constraint busy_calendar_fields_organization_id_calendar_id_fkey FOREIGN KEY (organization_id, calendar_id) REFERENCES busy_calendars(organization_id, id)
);
CREATE INDEX busy_calendar_fields_of_field ON busy_calendar_fields USING btree (organization_id, field_id);

create table busy_calendars (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  url text,
  etag text,
  last_modified text,
  content_hash bytea,
  applied_at timestamp with time zone,
  read_at timestamp with time zone,
  next_read_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer default 0 not null,
  failure text,
  failure_status integer,
  told_at timestamp with time zone,
  unreadable integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint busy_calendars_pkey PRIMARY KEY (organization_id, id),
  constraint busy_calendars_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX busy_calendars_due ON busy_calendars USING btree (next_read_at) WHERE archived_at IS NULL;

create table busy_conflicts (
  organization_id uuid not null,
  busy_time_id uuid not null,
  event_id uuid not null,
  found_at timestamp with time zone not null,
  kept_at timestamp with time zone,
  constraint busy_conflicts_pkey PRIMARY KEY (organization_id, busy_time_id, event_id),
  constraint busy_conflicts_organization_id_busy_time_id_fkey FOREIGN KEY (organization_id, busy_time_id) REFERENCES busy_times(organization_id, id)
);
CREATE INDEX busy_conflicts_of_event ON busy_conflicts USING btree (organization_id, event_id);

create table busy_times (
  organization_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  field_id uuid not null,
  key text not null,
  name text not null,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  constraint busy_times_pkey PRIMARY KEY (organization_id, id),
  constraint busy_times_organization_id_calendar_id_field_id_key_key UNIQUE (organization_id, calendar_id, field_id, key),
  constraint busy_times_organization_id_calendar_id_fkey FOREIGN KEY (organization_id, calendar_id) REFERENCES busy_calendars(organization_id, id)
);
CREATE INDEX busy_times_end ON busy_times USING btree (end_time);
CREATE INDEX busy_times_of_field ON busy_times USING btree (organization_id, field_id, end_time);

create table calendars (
  id uuid not null,
  secret_hash bytea not null,
  user_id uuid,
  organization_id uuid,
  field_id uuid,
  created_at timestamp with time zone not null,
  last_read_at timestamp with time zone,
  created_by uuid not null,
  constraint calendars_pkey PRIMARY KEY (id),
  constraint calendars_secret_key UNIQUE (secret_hash),
  constraint calendars_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint calendars_one_subject CHECK ((user_id IS NULL) <> (field_id IS NULL) AND (organization_id IS NULL) = (field_id IS NULL))
);
CREATE UNIQUE INDEX calendars_of_field ON calendars USING btree (organization_id, field_id) WHERE field_id IS NOT NULL;
CREATE INDEX calendars_of_maker ON calendars USING btree (created_by);
CREATE UNIQUE INDEX calendars_of_user ON calendars USING btree (user_id) WHERE user_id IS NOT NULL;

create table card_fees (
  organization_id uuid not null,
  charge_id uuid not null,
  card_id uuid not null,
  amount integer not null,
  first_on date not null,
  tries integer not null,
  next_on date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint card_fees_pkey PRIMARY KEY (organization_id, charge_id),
  constraint card_fees_organization_id_card_id_fkey FOREIGN KEY (organization_id, card_id) REFERENCES cards(organization_id, id),
  constraint card_fees_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint card_fees_amount_check CHECK (amount > 0),
  constraint card_fees_tries_check CHECK (tries >= 0)
);
CREATE INDEX card_fees_of_card ON card_fees USING btree (organization_id, card_id) WHERE next_on IS NOT NULL;

create table card_renewals (
  organization_id uuid not null,
  subscription_id uuid not null,
  renews_on date not null,
  card_id uuid not null,
  amount integer not null,
  first_on date not null,
  tries integer not null,
  next_on date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint card_renewals_pkey PRIMARY KEY (organization_id, subscription_id, renews_on),
  constraint card_renewals_organization_id_card_id_fkey FOREIGN KEY (organization_id, card_id) REFERENCES cards(organization_id, id),
  constraint card_renewals_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint card_renewals_amount_check CHECK (amount > 0),
  constraint card_renewals_tries_check CHECK (tries >= 0)
);
CREATE INDEX card_renewals_by_day ON card_renewals USING btree (next_on, organization_id, subscription_id) WHERE next_on IS NOT NULL;

create table cards (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  provider text not null,
  provider_account text,
  provider_customer_id text,
  provider_setup_id text,
  setup_url text,
  provider_method_id text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  purposes text[] not null,
  consent_text text not null,
  consented_at timestamp with time zone not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  payment_id uuid,
  event_id uuid,
  max_amount integer,
  constraint cards_pkey PRIMARY KEY (organization_id, id),
  constraint cards_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint cards_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint cards_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint cards_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint cards_check CHECK ((state = ANY (ARRAY['pending'::text, 'removed'::text])) OR provider_method_id IS NOT NULL AND provider_customer_id IS NOT NULL AND brand IS NOT NULL AND last4 IS NOT NULL AND exp_month IS NOT NULL AND exp_year IS NOT NULL),
  constraint cards_exp_month_check CHECK (exp_month >= 1 AND exp_month <= 12),
  constraint cards_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text),
  constraint cards_max_amount_check CHECK (max_amount > 0),
  constraint cards_purposes_check CHECK (purposes <@ ARRAY['renewals'::text, 'shares'::text, 'fees'::text] AND cardinality(purposes) > 0),
  constraint cards_shares CHECK (
CASE
    WHEN purposes = ARRAY['shares'::text] THEN num_nonnulls(event_id, max_amount) = 2
    ELSE NOT ('shares'::text = ANY (purposes)) AND num_nonnulls(event_id, max_amount) = 0
END),
  constraint cards_state_check CHECK (state = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text, 'failing'::text, 'removed'::text]))
);
CREATE INDEX cards_of_customer ON cards USING btree (organization_id, customer_id, id);
CREATE INDEX cards_of_method ON cards USING btree (provider_method_id) WHERE provider_method_id IS NOT NULL;
CREATE INDEX cards_of_payment ON cards USING btree (organization_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX cards_one_of_customer ON cards USING btree (organization_id, customer_id) WHERE (state = ANY (ARRAY['active'::text, 'expired'::text, 'failing'::text])) AND event_id IS NULL;
CREATE UNIQUE INDEX cards_one_of_event ON cards USING btree (organization_id, event_id) WHERE (state = ANY (ARRAY['active'::text, 'expired'::text, 'failing'::text])) AND event_id IS NOT NULL;
CREATE INDEX cards_pending ON cards USING btree (created_at) WHERE state = 'pending'::text;

create table changes (
  id bigint generated always as identity not null,
  transaction xid8 default pg_current_xact_id() not null,
  organization_id uuid not null,
  module text not null,
  subject_id text not null,
  at timestamp with time zone not null,
  left_id uuid,
  constraint changes_pkey PRIMARY KEY (id)
);
CREATE INDEX changes_by_transaction ON changes USING btree (transaction, id);
CREATE INDEX changes_old ON changes USING btree (at);

create table charges (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  customer_id uuid,
  event_id uuid,
  due_at timestamp with time zone not null,
  currency text not null,
  amount integer not null,
  credited integer not null,
  settled integer not null,
  pending_reason text,
  voided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  written_off_at timestamp with time zone,
  written_off_by uuid,
  write_off_reason text,
  invoiced integer default 0 not null,
  product_id uuid,
  label text,
  quantity integer,
  unit_price integer,
  price_reason text,
  tax_rate_id uuid,
  vat_rate integer,
  due_on date,
  reminded_at timestamp with time zone,
  void_reason text,
  voided_by uuid,
  served_from date,
  served_to date,
  reminders_paused_at timestamp with time zone,
  reminder_days integer,
  reminder_sent_on date,
  share_of uuid,
  participant_id uuid,
  is_prepaid boolean default false not null,
  discount integer default 0 not null,
  discount_label text,
  fee_of uuid,
  constraint charges_pkey PRIMARY KEY (organization_id, id),
  constraint charges_organization_id_event_id_key UNIQUE (organization_id, event_id),
  constraint charges_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint charges_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint charges_organization_id_fee_of_fkey FOREIGN KEY (organization_id, fee_of) REFERENCES events(organization_id, id),
  constraint charges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint charges_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint charges_organization_id_share_of_fkey FOREIGN KEY (organization_id, share_of) REFERENCES events(organization_id, id),
  constraint charges_organization_id_tax_rate_id_fkey FOREIGN KEY (organization_id, tax_rate_id) REFERENCES tax_rates(organization_id, id),
  constraint charges_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id),
  constraint charges_written_off_by_fkey FOREIGN KEY (written_off_by) REFERENCES users(id),
  constraint charges_amount_check CHECK (amount >= 0),
  constraint charges_check CHECK (credited >= 0 AND credited <= amount),
  constraint charges_check1 CHECK (voided_at IS NULL OR settled = 0),
  constraint charges_check2 CHECK ((written_off_at IS NULL) = (write_off_reason IS NULL)),
  constraint charges_check3 CHECK (void_reason IS NULL OR event_id IS NULL),
  constraint charges_discount CHECK (discount >= 0 AND (discount > 0) = (discount_label IS NOT NULL) AND (kind <> 'booking'::text OR discount = 0)),
  constraint charges_fee_of CHECK (fee_of IS NULL OR kind = 'fee'::text),
  constraint charges_invoiced_check CHECK (invoiced >= 0),
  constraint charges_kind_check CHECK (kind = ANY (ARRAY['booking'::text, 'share'::text, 'goods'::text, 'fee'::text, 'coaching'::text, 'pack'::text, 'extra'::text, 'subscription'::text, 'top_up'::text, 'voucher'::text])),
  constraint charges_of_kind CHECK (
CASE
    WHEN kind = 'booking'::text THEN event_id IS NOT NULL AND num_nonnulls(product_id, label, quantity, unit_price) = 0
    ELSE event_id IS NULL AND num_nonnulls(customer_id, label, quantity, unit_price, vat_rate) = 5 AND (product_id IS NULL) = (kind = 'top_up'::text) AND quantity > 0 AND unit_price > 0 AND amount = (quantity::bigint * unit_price - discount)
END),
  constraint charges_pending_reason_check CHECK (pending_reason = ANY (ARRAY['payment'::text, 'approval'::text])),
  constraint charges_served CHECK ((served_from IS NULL) = (served_to IS NULL) AND served_to >= served_from),
  constraint charges_settled_check CHECK (settled >= 0),
  constraint charges_share CHECK (num_nonnulls(share_of, participant_id) =
CASE
    WHEN kind = 'share'::text THEN 2
    ELSE 0
END)
);
CREATE INDEX charges_by_due ON charges USING btree (organization_id, due_at DESC, id);
CREATE INDEX charges_everywhere ON charges USING btree (due_at DESC, id);
CREATE UNIQUE INDEX charges_fee_of_event ON charges USING btree (organization_id, fee_of) WHERE fee_of IS NOT NULL AND void_reason IS NULL;
CREATE INDEX charges_of_customer ON charges USING btree (organization_id, customer_id, due_at DESC, id) WHERE customer_id IS NOT NULL;
CREATE INDEX charges_of_fees ON charges USING btree (organization_id, customer_id) WHERE kind = 'fee'::text AND voided_at IS NULL;
CREATE INDEX charges_of_no_shows ON charges USING btree (organization_id, fee_of) WHERE fee_of IS NOT NULL;
CREATE INDEX charges_of_split ON charges USING btree (organization_id, share_of) WHERE share_of IS NOT NULL;
CREATE INDEX charges_open ON charges USING btree (organization_id, due_at, id) INCLUDE (customer_id, event_id, currency, amount, credited, settled, due_on, written_off_at) WHERE voided_at IS NULL AND pending_reason IS NULL AND settled < (amount - credited);
CREATE INDEX charges_open_everywhere ON charges USING btree (due_at, id) WHERE voided_at IS NULL AND pending_reason IS NULL AND settled < (amount - credited);
CREATE INDEX charges_open_of_customer ON charges USING btree (organization_id, customer_id, due_at, id) WHERE voided_at IS NULL AND pending_reason IS NULL AND settled < (amount - credited);

create table closures (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid,
  field_id uuid,
  name text collate "und-x-icu" not null,
  from_date date not null,
  to_date date not null,
  closed boolean not null,
  hours jsonb default '[]'::jsonb not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint closures_pkey PRIMARY KEY (organization_id, id),
  constraint closures_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint closures_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint closures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint closures_period CHECK (from_date <= to_date),
  constraint closures_place CHECK (field_id IS NULL OR facility_id IS NOT NULL)
);
CREATE INDEX closures_by_end ON closures USING btree (organization_id, to_date, from_date, id) WHERE archived_at IS NULL;
CREATE INDEX closures_by_end_everywhere ON closures USING btree (to_date, from_date, id) WHERE archived_at IS NULL;
CREATE INDEX closures_by_id ON closures USING btree (id);
CREATE INDEX closures_of_facility ON closures USING btree (organization_id, facility_id, to_date) WHERE archived_at IS NULL;

create table customer_codes (
  organization_id uuid not null,
  id uuid not null,
  address_hash bytea not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  proof_hash bytea,
  proof_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint customer_codes_pkey PRIMARY KEY (organization_id, id),
  constraint customer_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint customer_codes_check CHECK ((proof_hash IS NULL) = (proof_expires_at IS NULL))
);
CREATE INDEX customer_codes_old ON customer_codes USING btree (created_at);

create table customer_merges (
  organization_id uuid not null,
  id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  moved jsonb not null,
  merged_by uuid not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint customer_merges_pkey PRIMARY KEY (organization_id, id),
  constraint customer_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id),
  constraint customer_merges_organization_id_kept_id_fkey FOREIGN KEY (organization_id, kept_id) REFERENCES customers(organization_id, id),
  constraint customer_merges_organization_id_merged_id_fkey FOREIGN KEY (organization_id, merged_id) REFERENCES customers(organization_id, id)
);
CREATE INDEX customer_merges_of_kept ON customer_merges USING btree (organization_id, kept_id);

create table customer_notes (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  text text not null,
  pinned boolean default false not null,
  author_id uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customer_notes_pkey PRIMARY KEY (organization_id, id),
  constraint customer_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint customer_notes_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id)
);
CREATE INDEX customer_notes_of_customer ON customer_notes USING btree (organization_id, customer_id, created_at);

create table customer_relations (
  organization_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  kind text not null,
  books boolean not null,
  pays boolean not null,
  receives boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customer_relations_pkey PRIMARY KEY (organization_id, from_id, to_id),
  constraint customer_relations_organization_id_from_id_fkey FOREIGN KEY (organization_id, from_id) REFERENCES customers(organization_id, id),
  constraint customer_relations_organization_id_to_id_fkey FOREIGN KEY (organization_id, to_id) REFERENCES customers(organization_id, id),
  constraint customer_relations_kind CHECK (kind = ANY (ARRAY['guardian'::text, 'family'::text, 'contact'::text])),
  constraint customer_relations_of_two CHECK (from_id <> to_id)
);
CREATE INDEX customer_relations_by_to ON customer_relations USING btree (organization_id, to_id);
CREATE UNIQUE INDEX customer_relations_one_payer ON customer_relations USING btree (organization_id, to_id) WHERE pays;
CREATE UNIQUE INDEX customer_relations_one_receiver ON customer_relations USING btree (organization_id, to_id) WHERE receives;

create table customer_roles (
  organization_id uuid not null,
  customer_id uuid not null,
  role_id integer not null,
  constraint customer_roles_pkey PRIMARY KEY (organization_id, customer_id, role_id),
  constraint customer_roles_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint customer_roles_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id)
);
CREATE INDEX customer_roles_of_role ON customer_roles USING btree (organization_id, role_id);

create table customers (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  first_name text collate "und-x-icu",
  last_name text collate "und-x-icu",
  legal_name text collate "und-x-icu",
  name text collate "und-x-icu" generated always as (
CASE kind
    WHEN 'company'::text THEN legal_name
    ELSE TRIM(BOTH FROM ((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)))
END) stored not null,
  sort_name text collate "und-x-icu" generated always as (
CASE kind
    WHEN 'company'::text THEN legal_name
    ELSE TRIM(BOTH FROM ((COALESCE(last_name, ''::text) || ' '::text) || COALESCE(first_name, ''::text)))
END) stored not null,
  email text,
  phone text,
  external_id text,
  birth_date date,
  address_line text,
  postal_code text,
  city text,
  region text,
  country_id integer,
  identification_number text,
  vat_number text,
  guardian_id uuid,
  user_id uuid,
  merged_into_id uuid,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search text collate "C" generated always as (fold(((((((((((COALESCE(legal_name, ''::text) || ' '::text) || COALESCE(first_name, ''::text)) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || COALESCE(identification_number, ''::text)))) stored not null,
  forgotten_at timestamp with time zone,
  guest_since timestamp with time zone,
  email_verified_at timestamp with time zone,
  language text,
  billing text default 'at_payment'::text not null,
  payment_days integer default 0 not null,
  reminders_paused_until date,
  constraint customers_pkey PRIMARY KEY (organization_id, id),
  constraint customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint customers_organization_id_guardian_id_fkey FOREIGN KEY (organization_id, guardian_id) REFERENCES customers(organization_id, id),
  constraint customers_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES customers(organization_id, id),
  constraint customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint customers_billing CHECK (billing = ANY (ARRAY['at_payment'::text, 'monthly'::text])),
  constraint customers_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'company'::text])),
  constraint customers_named CHECK (kind = 'company'::text AND legal_name IS NOT NULL OR kind = 'person'::text AND COALESCE(first_name, last_name) IS NOT NULL),
  constraint customers_own_guardian CHECK (guardian_id <> id),
  constraint customers_payment_days CHECK (payment_days >= 0 AND payment_days <=
CASE billing
    WHEN 'monthly'::text THEN 45
    ELSE 60
END)
);
CREATE INDEX customers_by_email ON customers USING btree (organization_id, email) WHERE email IS NOT NULL;
CREATE INDEX customers_by_external_id ON customers USING btree (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX customers_by_folded_name ON customers USING btree (organization_id, fold(name));
CREATE INDEX customers_by_id ON customers USING btree (id);
CREATE INDEX customers_by_name ON customers USING btree (organization_id, sort_name, id) WHERE archived_at IS NULL AND merged_into_id IS NULL;
CREATE INDEX customers_by_name_everywhere ON customers USING btree (sort_name, id) WHERE archived_at IS NULL AND merged_into_id IS NULL;
CREATE INDEX customers_by_phone ON customers USING gin (organization_id, regexp_replace(phone, '\D'::text, ''::text, 'g'::text) gin_trgm_ops) WHERE phone IS NOT NULL;
CREATE INDEX customers_guests ON customers USING btree (guest_since) WHERE guest_since IS NOT NULL AND forgotten_at IS NULL;
CREATE INDEX customers_monthly ON customers USING btree (organization_id, id) WHERE billing = 'monthly'::text;
CREATE UNIQUE INDEX customers_of_account ON customers USING btree (organization_id, user_id) WHERE user_id IS NOT NULL AND merged_into_id IS NULL;
CREATE INDEX customers_of_guardian ON customers USING btree (organization_id, guardian_id) WHERE guardian_id IS NOT NULL;
CREATE INDEX customers_of_user ON customers USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX customers_search ON customers USING gin (organization_id, search gin_trgm_ops);

create table data_exports (
  user_id uuid not null,
  id uuid not null,
  language text not null,
  state text not null,
  progress integer default 0 not null,
  steps integer default 0 not null,
  tries integer default 0 not null,
  bytes bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone,
  organization_id uuid,
  parts integer default 1 not null,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint data_exports_ended CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  constraint data_exports_file CHECK ((state = 'done'::text) = (bytes IS NOT NULL AND expires_at IS NOT NULL)),
  constraint data_exports_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint data_exports_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX data_exports_expired ON data_exports USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX data_exports_of_organization ON data_exports USING btree (organization_id) WHERE organization_id IS NOT NULL;
CREATE UNIQUE INDEX data_exports_of_person ON data_exports USING btree (user_id) WHERE organization_id IS NULL;
CREATE INDEX data_exports_of_user ON data_exports USING btree (user_id);
CREATE INDEX data_exports_open ON data_exports USING btree (updated_at) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text]);

create table device_bookings (
  organization_id uuid not null,
  event_id uuid not null,
  code text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  is_confirmed boolean not null,
  told_at timestamp with time zone,
  constraint device_bookings_pkey PRIMARY KEY (organization_id, event_id)
);
CREATE UNIQUE INDEX device_bookings_code ON device_bookings USING btree (organization_id, code) WHERE code IS NOT NULL;
CREATE INDEX device_bookings_end ON device_bookings USING btree (ends_at);
CREATE INDEX device_bookings_start ON device_bookings USING btree (starts_at) WHERE is_confirmed AND told_at IS NULL;

create table device_checks (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  constraint device_checks_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX device_checks_of_event ON device_checks USING btree (organization_id, event_id);

create table device_fields (
  organization_id uuid not null,
  device_id uuid not null,
  field_id uuid not null,
  constraint device_fields_pkey PRIMARY KEY (organization_id, device_id, field_id),
  constraint device_fields_organization_id_device_id_fkey FOREIGN KEY (organization_id, device_id) REFERENCES devices(organization_id, id)
);
CREATE INDEX device_fields_of_field ON device_fields USING btree (organization_id, field_id);

create table device_messages (
  organization_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  position bigint generated always as identity not null,
  action text not null,
  event_id uuid,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  tried_at timestamp with time zone,
  duration_ms integer,
  answer_status integer,
  failure text,
  answer text,
  created_at timestamp with time zone not null,
  constraint device_messages_pkey PRIMARY KEY (organization_id, id),
  constraint device_messages_organization_id_device_id_fkey FOREIGN KEY (organization_id, device_id) REFERENCES devices(organization_id, id),
  constraint device_messages_action_check CHECK (action = ANY (ARRAY['grant'::text, 'revoke'::text, 'on'::text, 'off'::text, 'test'::text])),
  constraint device_messages_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'unanswered'::text, 'replaced'::text, 'not_needed'::text]))
);
CREATE INDEX device_messages_log ON device_messages USING btree (organization_id, device_id, "position" DESC);
CREATE INDEX device_messages_of_event ON device_messages USING btree (organization_id, event_id, device_id, "position");
CREATE INDEX device_messages_old ON device_messages USING btree (created_at);
CREATE INDEX device_messages_waiting ON device_messages USING btree (due_at) WHERE status = 'waiting'::text;

create table device_states (
  organization_id uuid not null,
  device_id uuid not null,
  event_id uuid not null,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  is_sent boolean not null,
  constraint device_states_pkey PRIMARY KEY (organization_id, device_id, event_id),
  constraint device_states_organization_id_device_id_fkey FOREIGN KEY (organization_id, device_id) REFERENCES devices(organization_id, id)
);
CREATE INDEX device_states_end ON device_states USING btree (valid_until);
CREATE INDEX device_states_of_event ON device_states USING btree (organization_id, event_id);

create table devices (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  purpose text not null,
  adapter text not null,
  url text,
  topic text,
  username text,
  password text,
  lead_minutes integer not null,
  lag_minutes integer not null,
  active boolean not null,
  secret text,
  former_secret text,
  former_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint devices_pkey PRIMARY KEY (organization_id, id),
  constraint devices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint devices_adapter_check CHECK (adapter = ANY (ARRAY['file'::text, 'http'::text, 'mqtt'::text])),
  constraint devices_purpose_check CHECK (purpose = ANY (ARRAY['access'::text, 'switch'::text]))
);

create table disputes (
  organization_id uuid not null,
  id text not null,
  payment_id uuid not null,
  amount integer not null,
  status text not null,
  reason text,
  due_by timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (organization_id, id),
  constraint disputes_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id)
);
CREATE INDEX disputes_of_payment ON disputes USING btree (organization_id, payment_id);

create table email_changes (
  user_id uuid not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_token_key UNIQUE (token_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table email_undos (
  token_hash bytea not null,
  user_id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_undos_pkey PRIMARY KEY (token_hash),
  constraint email_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX email_undos_of_user ON email_undos USING btree (user_id, created_at);

create table email_verifications (
  user_id uuid not null,
  token_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  code_hash bytea,
  code_tries integer default 0 not null,
  code_expires_at timestamp with time zone,
  constraint email_verifications_pkey PRIMARY KEY (user_id),
  constraint email_verifications_token_key UNIQUE (token_hash),
  constraint email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table emails (
  id uuid not null,
  recipient text not null,
  language text not null,
  template text not null,
  params jsonb not null,
  status text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  about uuid,
  sender_id uuid,
  is_urgent boolean default false not null,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint emails_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX emails_about ON emails USING btree (about) WHERE status = 'waiting'::text AND about IS NOT NULL;
CREATE INDEX emails_old ON emails USING btree (created_at);
CREATE INDEX emails_waiting ON emails USING btree (next_try_at) WHERE status = 'waiting'::text;

create table event_extras (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  extra_id uuid not null,
  stock_id uuid not null,
  name text not null,
  quantity integer not null,
  pieces integer not null,
  charged integer not null,
  unit_price integer not null,
  charge_id uuid,
  is_required boolean not null,
  state text not null,
  refund_due integer,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint event_extras_pkey PRIMARY KEY (organization_id, id),
  constraint event_extras_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint event_extras_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint event_extras_organization_id_extra_id_fkey FOREIGN KEY (organization_id, extra_id) REFERENCES extras(organization_id, id),
  constraint event_extras_organization_id_stock_id_fkey FOREIGN KEY (organization_id, stock_id) REFERENCES extra_stocks(organization_id, id),
  constraint event_extras_charged_check CHECK (charged > 0),
  constraint event_extras_check CHECK (unit_price > 0 OR charge_id IS NULL),
  constraint event_extras_check1 CHECK ((state = 'active'::text) = (ended_at IS NULL)),
  constraint event_extras_check2 CHECK (refund_due IS NULL OR state = 'ended'::text),
  constraint event_extras_pieces_check CHECK (pieces > 0),
  constraint event_extras_quantity_check CHECK (quantity > 0),
  constraint event_extras_refund_due_check CHECK (refund_due > 0),
  constraint event_extras_state_check CHECK (state = ANY (ARRAY['active'::text, 'ended'::text, 'removed'::text])),
  constraint event_extras_unit_price_check CHECK (unit_price >= 0)
);
CREATE INDEX event_extras_of_charge ON event_extras USING btree (organization_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX event_extras_of_event ON event_extras USING btree (organization_id, event_id, id);
CREATE INDEX event_extras_to_refund ON event_extras USING btree (ended_at, id) WHERE refund_due IS NOT NULL;

create table event_participants (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  user_id uuid,
  email text,
  name text not null,
  state text not null,
  invited_by uuid,
  language text not null,
  invited_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  told_start timestamp with time zone not null,
  told_end timestamp with time zone not null,
  told_field_id uuid not null,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  push_remind_at timestamp with time zone,
  push_reminded_at timestamp with time zone,
  payer_charge_id uuid,
  invited_by_guest boolean default false not null,
  constraint event_participants_pkey PRIMARY KEY (organization_id, id),
  constraint event_participants_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint event_participants_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id) ON DELETE CASCADE,
  constraint event_participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint event_participants_state_check CHECK (state = ANY (ARRAY['invited'::text, 'accepted'::text, 'declined'::text, 'left'::text, 'removed'::text]))
);
CREATE INDEX event_participants_by_address ON event_participants USING btree (email) WHERE email IS NOT NULL;
CREATE INDEX event_participants_by_inviter ON event_participants USING btree (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX event_participants_by_user ON event_participants USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX event_participants_invited ON event_participants USING btree (invited_at) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX event_participants_of_address ON event_participants USING btree (organization_id, event_id, email) WHERE email IS NOT NULL;
CREATE INDEX event_participants_of_event ON event_participants USING btree (organization_id, event_id);
CREATE UNIQUE INDEX event_participants_of_user ON event_participants USING btree (organization_id, event_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX event_participants_to_remind ON event_participants USING btree (remind_at, id) WHERE state = 'accepted'::text AND reminded_at IS NULL AND remind_at IS NOT NULL;
CREATE INDEX event_participants_to_remind_by_push ON event_participants USING btree (push_remind_at, id) WHERE state = 'accepted'::text AND push_reminded_at IS NULL AND push_remind_at IS NOT NULL;

create table event_splits (
  organization_id uuid not null,
  event_id uuid not null,
  own integer not null,
  each integer not null,
  settles_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  ended_charges uuid[] default '{}'::uuid[] not null,
  is_refund_due boolean default false not null,
  created_at timestamp with time zone not null,
  own_parts integer default 1 not null,
  constraint event_splits_pkey PRIMARY KEY (organization_id, event_id),
  constraint event_splits_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id) ON DELETE CASCADE,
  constraint event_splits_each_check CHECK (each >= 0),
  constraint event_splits_own_check CHECK (own >= 0),
  constraint event_splits_own_parts_check CHECK (own_parts >= 1)
);
CREATE INDEX event_splits_to_refund ON event_splits USING btree (organization_id, event_id) WHERE is_refund_due;
CREATE INDEX event_splits_to_settle ON event_splits USING btree (settles_at) WHERE settled_at IS NULL;

create table events (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  field_id uuid not null,
  kind text default 'event'::text not null,
  name text collate "und-x-icu" not null,
  description text,
  status text not null,
  pending_reason text,
  hold_expires_at timestamp with time zone,
  confidentiality text not null,
  type text not null,
  sport_id integer,
  user_id uuid,
  min_people integer,
  max_people integer,
  people integer,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  price integer not null,
  currency text not null,
  price_type text,
  price_lines jsonb default '[]'::jsonb not null,
  price_customized_by uuid,
  price_reason text,
  payment_status text not null,
  notes text,
  internal_notes text,
  override boolean default false not null,
  canceled_reason text,
  series_id uuid,
  original_start timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rejected_reason text,
  former_status text,
  former_pending_reason text,
  ended_at timestamp with time zone,
  ended_by uuid,
  expired boolean default false not null,
  payment text,
  price_pattern_id uuid,
  price_plan text,
  price_timeslot text,
  vat_rate integer,
  reminded_at timestamp with time zone,
  refund_due integer,
  paid integer default 0 not null,
  refunded integer default 0 not null,
  sequence integer default 0 not null,
  customer_id uuid,
  search text collate "C" generated always as (fold(name)) stored not null,
  debt_reminded_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by uuid,
  external_id text,
  attendance text,
  attendance_at timestamp with time zone,
  attendance_by uuid,
  tax_rate_id uuid,
  refund_percent integer,
  cancellation jsonb,
  covered integer default 0 not null,
  is_written_off boolean default false not null,
  debt_due_on date,
  remind_at timestamp with time zone,
  shared integer default 0 not null,
  push_remind_at timestamp with time zone,
  push_reminded_at timestamp with time zone,
  no_show_fee integer,
  no_show_waived_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_attendance_by_fkey FOREIGN KEY (attendance_by) REFERENCES users(id),
  constraint events_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint events_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint events_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint events_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint events_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint events_organization_id_series_id_fkey FOREIGN KEY (organization_id, series_id) REFERENCES series(organization_id, id),
  constraint events_organization_id_tax_rate_id_fkey FOREIGN KEY (organization_id, tax_rate_id) REFERENCES tax_rates(organization_id, id),
  constraint events_price_customized_by_fkey FOREIGN KEY (price_customized_by) REFERENCES users(id),
  constraint events_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(id),
  constraint events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint events_attendance_check CHECK (attendance = ANY (ARRAY['arrived'::text, 'no_show'::text])),
  constraint events_check CHECK (refunded >= 0 AND refunded <= paid),
  constraint events_confidentiality_check CHECK (confidentiality = ANY (ARRAY['public'::text, 'private'::text])),
  constraint events_covered_check CHECK (covered >= 0),
  constraint events_former_pending_reason_check CHECK (former_pending_reason = ANY (ARRAY['payment'::text, 'approval'::text, 'offer'::text])),
  constraint events_former_status_check CHECK (former_status = ANY (ARRAY['pending'::text, 'approved'::text])),
  constraint events_kind_check CHECK (kind = ANY (ARRAY['event'::text, 'block'::text])),
  constraint events_no_show_fee_check CHECK (no_show_fee > 0),
  constraint events_paid_check CHECK (paid >= 0),
  constraint events_payment_check CHECK (payment = ANY (ARRAY['online'::text, 'on_site'::text])),
  constraint events_payment_status_check CHECK (payment_status = ANY (ARRAY['none'::text, 'due'::text, 'partially_paid'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'written_off'::text])),
  constraint events_pending_reason CHECK ((status = 'pending'::text) = (pending_reason IS NOT NULL)),
  constraint events_pending_reason_check CHECK (pending_reason = ANY (ARRAY['payment'::text, 'approval'::text, 'offer'::text])),
  constraint events_price_type_check CHECK (price_type = ANY (ARRAY['user'::text, 'field'::text])),
  constraint events_refund_due_check CHECK (refund_due > 0),
  constraint events_refund_percent_check CHECK (refund_percent >= 0 AND refund_percent <= 100),
  constraint events_shared_check CHECK (shared >= 0),
  constraint events_start_before_end CHECK (start_time < end_time),
  constraint events_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'canceled'::text, 'completed'::text])),
  constraint events_type_check CHECK (type = ANY (ARRAY['training'::text, 'game'::text, 'free_play'::text, 'other'::text]))
);
CREATE INDEX events_attended ON events USING btree (organization_id, attendance, start_time, id) WHERE attendance IS NOT NULL;
CREATE INDEX events_by_id ON events USING btree (id);
CREATE INDEX events_by_span ON events USING gist (tstzrange(start_time, end_time));
CREATE INDEX events_by_start ON events USING btree (organization_id, start_time, id);
CREATE INDEX events_by_start_everywhere ON events USING btree (start_time, id);
CREATE INDEX events_decided ON events USING btree (organization_id, decided_at DESC, id) WHERE decided_at IS NOT NULL;
CREATE INDEX events_decided_everywhere ON events USING btree (decided_at DESC, id) WHERE decided_at IS NOT NULL;
CREATE UNIQUE INDEX events_external_id_key ON events USING btree (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX events_held ON events USING btree (hold_expires_at) WHERE status = 'pending'::text AND pending_reason = 'payment'::text;
CREATE INDEX events_of_customer ON events USING btree (organization_id, customer_id, start_time, id) WHERE customer_id IS NOT NULL;
CREATE INDEX events_of_facility ON events USING btree (organization_id, facility_id, start_time, id);
CREATE INDEX events_of_field ON events USING btree (organization_id, field_id, start_time, id);
CREATE INDEX events_of_series ON events USING btree (organization_id, series_id, original_start) WHERE series_id IS NOT NULL;
CREATE INDEX events_of_user ON events USING btree (user_id, start_time, id) WHERE user_id IS NOT NULL;
CREATE INDEX events_offered ON events USING btree (hold_expires_at) WHERE status = 'pending'::text AND pending_reason = 'offer'::text;
CREATE INDEX events_partly_paid ON events USING btree (organization_id, payment_status, start_time, id) WHERE payment_status = ANY (ARRAY['partially_paid'::text, 'partially_refunded'::text, 'refunded'::text, 'written_off'::text]);
CREATE INDEX events_partly_paid_everywhere ON events USING btree (payment_status, start_time, id) WHERE payment_status = ANY (ARRAY['partially_paid'::text, 'partially_refunded'::text, 'refunded'::text, 'written_off'::text]);
CREATE INDEX events_rejected ON events USING btree (organization_id, start_time, id) WHERE status = 'rejected'::text;
CREATE INDEX events_rejected_everywhere ON events USING btree (start_time, id) WHERE status = 'rejected'::text;
CREATE INDEX events_search ON events USING gin (organization_id, search gin_trgm_ops);
CREATE INDEX events_to_approve ON events USING btree (organization_id, start_time, id) INCLUDE (pending_reason) WHERE status = 'pending'::text;
CREATE INDEX events_to_approve_everywhere ON events USING btree (start_time, id) INCLUDE (organization_id, pending_reason) WHERE status = 'pending'::text;
CREATE INDEX events_to_complete ON events USING btree (end_time) WHERE status = 'approved'::text;
CREATE INDEX events_to_refund ON events USING btree (ended_at) WHERE refund_due IS NOT NULL;
CREATE INDEX events_to_remind ON events USING btree (remind_at, id) WHERE status = 'approved'::text AND reminded_at IS NULL AND remind_at IS NOT NULL;
CREATE INDEX events_to_remind_by_push ON events USING btree (push_remind_at, id) WHERE status = 'approved'::text AND push_reminded_at IS NULL AND push_remind_at IS NOT NULL;
CREATE INDEX events_unpaid ON events USING btree (organization_id, start_time, id) INCLUDE (pending_reason, facility_id, currency, price, paid, refunded, covered, debt_due_on) WHERE (payment_status = ANY (ARRAY['due'::text, 'partially_paid'::text])) AND (status = ANY (ARRAY['pending'::text, 'approved'::text, 'completed'::text]));

create table extra_stocks (
  organization_id uuid not null,
  id uuid not null,
  extra_id uuid not null,
  facility_id uuid not null,
  quantity integer,
  turnaround_minutes integer not null,
  on_hand integer,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint extra_stocks_pkey PRIMARY KEY (organization_id, id),
  constraint extra_stocks_organization_id_extra_id_facility_id_key UNIQUE (organization_id, extra_id, facility_id),
  constraint extra_stocks_organization_id_extra_id_fkey FOREIGN KEY (organization_id, extra_id) REFERENCES extras(organization_id, id),
  constraint extra_stocks_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint extra_stocks_quantity_check CHECK (quantity >= 0),
  constraint extra_stocks_turnaround_minutes_check CHECK (turnaround_minutes >= 0)
);

create table extra_uses (
  organization_id uuid not null,
  id uuid not null,
  event_extra_id uuid not null,
  stock_id uuid not null,
  unit integer not null,
  during tstzrange not null,
  active boolean not null,
  constraint extra_uses_pkey PRIMARY KEY (organization_id, id),
  constraint extra_uses_organization_id_event_extra_id_fkey FOREIGN KEY (organization_id, event_extra_id) REFERENCES event_extras(organization_id, id),
  constraint extra_uses_organization_id_stock_id_fkey FOREIGN KEY (organization_id, stock_id) REFERENCES extra_stocks(organization_id, id),
  constraint extra_uses_never_overlap EXCLUDE USING gist (organization_id WITH =, stock_id WITH =, unit WITH =, during WITH &&) WHERE (active) DEFERRABLE,
  constraint extra_uses_during_check CHECK (NOT isempty(during)),
  constraint extra_uses_unit_check CHECK (unit >= 1)
);
CREATE INDEX extra_uses_of_line ON extra_uses USING btree (organization_id, event_extra_id);

create table extras (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  product_id uuid,
  price integer not null,
  role_prices jsonb not null,
  per text not null,
  mode text not null,
  step_minutes integer not null,
  max_quantity integer,
  online boolean not null,
  field_ids uuid[] not null,
  sport_ids integer[] not null,
  window_ids uuid[] not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint extras_pkey PRIMARY KEY (organization_id, id),
  constraint extras_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint extras_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint extras_max_quantity_check CHECK (max_quantity > 0),
  constraint extras_mode_check CHECK (mode = ANY (ARRAY['choice'::text, 'required'::text, 'in_windows'::text])),
  constraint extras_per_check CHECK (per = ANY (ARRAY['booking'::text, 'person'::text, 'hour'::text, 'piece'::text])),
  constraint extras_price_check CHECK (price >= 0),
  constraint extras_step_minutes_check CHECK (step_minutes = ANY (ARRAY[15, 30, 60]))
);

create table facilities (
  organization_id uuid not null,
  id uuid not null,
  name text collate natural_order not null,
  description text,
  place_id text,
  complete_address text,
  latitude double precision,
  longitude double precision,
  timezone text not null,
  parking_place integer,
  bicycle_parking_place integer,
  changing_room boolean,
  restroom boolean,
  shower boolean,
  restaurant boolean,
  shop boolean,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  line1 text,
  postal_code text,
  city text,
  country_code text,
  external_id text,
  slug text,
  is_published boolean default true not null,
  constraint facilities_pkey PRIMARY KEY (organization_id, id),
  constraint facilities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint facilities_country_code_check CHECK (country_code ~ '^[A-Z]{2}$'::text)
);
CREATE INDEX facilities_archived ON facilities USING btree (organization_id, id) WHERE archived_at IS NOT NULL;
CREATE INDEX facilities_by_folded_name ON facilities USING btree (fold(name), organization_id) WHERE archived_at IS NULL;
CREATE INDEX facilities_by_id ON facilities USING btree (id);
CREATE INDEX facilities_by_name ON facilities USING btree (organization_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX facilities_by_name_everywhere ON facilities USING btree (name, id) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX facilities_external_id_key ON facilities USING btree (organization_id, external_id) WHERE archived_at IS NULL AND external_id IS NOT NULL;
CREATE INDEX facilities_search ON facilities USING gin (fold((name || ' '::text) || COALESCE(complete_address, ''::text)) gin_trgm_ops);
CREATE UNIQUE INDEX facilities_slug_key ON facilities USING btree (organization_id, slug);

create table field_opening_hours (
  organization_id uuid not null,
  field_id uuid not null,
  pattern_id uuid not null,
  constraint field_opening_hours_pkey PRIMARY KEY (organization_id, field_id),
  constraint field_opening_hours_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint field_opening_hours_organization_id_pattern_id_fkey FOREIGN KEY (organization_id, pattern_id) REFERENCES opening_hour_patterns(organization_id, id)
);
CREATE INDEX field_opening_hours_of_pattern ON field_opening_hours USING btree (organization_id, pattern_id, field_id);

create table field_price_patterns (
  organization_id uuid not null,
  field_id uuid not null,
  pattern_id uuid not null,
  constraint field_price_patterns_pkey PRIMARY KEY (organization_id, field_id, pattern_id),
  constraint field_price_patterns_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint field_price_patterns_organization_id_pattern_id_fkey FOREIGN KEY (organization_id, pattern_id) REFERENCES price_patterns(organization_id, id)
);
CREATE INDEX field_price_patterns_of_pattern ON field_price_patterns USING btree (organization_id, pattern_id, field_id);

create table field_sports (
  organization_id uuid not null,
  field_id uuid not null,
  sport_id integer not null,
  position integer not null,
  constraint field_sports_pkey PRIMARY KEY (organization_id, field_id, sport_id),
  constraint field_sports_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint field_sports_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(id)
);

create table field_units (
  organization_id uuid not null,
  field_id uuid not null,
  unit_id uuid not null,
  constraint field_units_pkey PRIMARY KEY (organization_id, field_id, unit_id),
  constraint field_units_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint field_units_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id)
);
CREATE INDEX field_units_of_unit ON field_units USING btree (organization_id, unit_id, field_id);

create table fields (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  parent_id uuid,
  name text collate natural_order not null,
  description text,
  status text default 'open'::text not null,
  confidentiality text default 'public'::text not null,
  bookable boolean default false not null,
  space text,
  lights boolean,
  handicap_access boolean,
  air_conditioning boolean,
  heating boolean,
  min_people_by_event integer default 1 not null,
  max_people_by_event integer default 99 not null,
  seats_stands integer,
  start_step integer default 30 not null,
  turnaround integer default 0 not null,
  approval text default 'automatic'::text not null,
  cancellation_deadline integer,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  above text[] default '{}'::text[] not null,
  external_id text,
  former_parent_id uuid,
  trail text[] collate natural_order generated always as ((above || ARRAY[name, (id)::text])) stored not null,
  slug text,
  is_published boolean default true not null,
  constraint fields_pkey PRIMARY KEY (organization_id, id),
  constraint fields_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint fields_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint fields_organization_id_former_parent_id_fkey FOREIGN KEY (organization_id, former_parent_id) REFERENCES fields(organization_id, id),
  constraint fields_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES fields(organization_id, id),
  constraint fields_above_ends_with_parent CHECK (NOT above[cardinality(above)] IS DISTINCT FROM parent_id::text),
  constraint fields_approval_check CHECK (approval = ANY (ARRAY['automatic'::text, 'manual'::text])),
  constraint fields_confidentiality_check CHECK (confidentiality = ANY (ARRAY['public'::text, 'private'::text])),
  constraint fields_depth CHECK (cardinality(above) <= 6),
  constraint fields_former_of_archived CHECK (former_parent_id IS NULL OR archived_at IS NOT NULL),
  constraint fields_people_range CHECK (min_people_by_event >= 1 AND min_people_by_event <= max_people_by_event),
  constraint fields_space_check CHECK (space = ANY (ARRAY['indoor'::text, 'outdoor'::text])),
  constraint fields_status_check CHECK (status = ANY (ARRAY['open'::text, 'closed'::text]))
);
CREATE INDEX fields_by_folded_name ON fields USING btree (facility_id, fold(name)) WHERE archived_at IS NULL;
CREATE INDEX fields_by_id ON fields USING btree (id);
CREATE INDEX fields_by_name ON fields USING btree (organization_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX fields_by_name_everywhere ON fields USING btree (name, id) WHERE archived_at IS NULL;
CREATE INDEX fields_by_trail ON fields USING btree (organization_id, trail) WHERE archived_at IS NULL;
CREATE INDEX fields_by_trail_everywhere ON fields USING btree (trail) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX fields_external_id_key ON fields USING btree (organization_id, external_id, facility_id) WHERE archived_at IS NULL AND external_id IS NOT NULL;
CREATE INDEX fields_of_facility ON fields USING btree (organization_id, facility_id, trail) WHERE archived_at IS NULL;
CREATE INDEX fields_of_parent ON fields USING btree (organization_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX fields_search ON fields USING gin (fold(name) gin_trgm_ops);
CREATE UNIQUE INDEX fields_slug_key ON fields USING btree (organization_id, facility_id, slug);

create table files (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid,
  field_id uuid,
  position integer not null,
  picture text not null,
  sizes jsonb not null,
  created_at timestamp with time zone not null,
  purpose text,
  constraint files_pkey PRIMARY KEY (organization_id, id),
  constraint files_of_facility UNIQUE (organization_id, facility_id, "position") DEFERRABLE,
  constraint files_of_field UNIQUE (organization_id, field_id, "position") DEFERRABLE,
  constraint files_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint files_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint files_one_subject CHECK (num_nonnulls(facility_id, field_id) =
CASE
    WHEN purpose = 'logo'::text THEN 0
    ELSE 1
END),
  constraint files_position_check CHECK ("position" >= 0 AND "position" <= 5),
  constraint files_purpose_check CHECK (purpose = ANY (ARRAY['logo'::text, 'cover'::text]))
);
CREATE INDEX files_by_picture ON files USING btree (picture);
CREATE INDEX files_of_facility_everywhere ON files USING btree (facility_id) WHERE "position" = 0 AND facility_id IS NOT NULL;
CREATE INDEX files_of_field_everywhere ON files USING btree (field_id) WHERE "position" = 0 AND field_id IS NOT NULL;
CREATE UNIQUE INDEX files_of_purpose ON files USING btree (organization_id, purpose) WHERE purpose IS NOT NULL;

create table former_slugs (
  organization_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  field_id uuid,
  slug text not null,
  ends_at timestamp with time zone not null,
  constraint former_slugs_pkey PRIMARY KEY (organization_id, id),
  constraint former_slugs_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint former_slugs_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id)
);
CREATE UNIQUE INDEX former_slugs_of_facilities ON former_slugs USING btree (organization_id, slug) WHERE field_id IS NULL;
CREATE UNIQUE INDEX former_slugs_of_fields ON former_slugs USING btree (organization_id, facility_id, slug) WHERE field_id IS NOT NULL;

create table idempotency_keys (
  organization_id uuid not null,
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, user_id, key)
);
CREATE INDEX idempotency_keys_old ON idempotency_keys USING btree (created_at);

create table import_records (
  organization_id uuid not null,
  import_id uuid not null,
  record_id uuid not null,
  kind text not null,
  kept_because text,
  replaced jsonb,
  written_at timestamp with time zone,
  constraint import_records_pkey PRIMARY KEY (organization_id, import_id, record_id),
  constraint import_records_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE,
  constraint import_records_kind_check CHECK (kind = ANY (ARRAY['booking'::text, 'customer'::text, 'pack'::text, 'subscription'::text]))
);

create table imports (
  organization_id uuid not null,
  id uuid not null,
  file_name text not null,
  content bytea,
  columns jsonb not null,
  mapping jsonb not null,
  rows integer not null,
  state text default 'draft'::text not null,
  progress integer default 0 not null,
  report jsonb,
  failure text,
  tries integer default 0 not null,
  created_by uuid,
  started_by uuid,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  encoding text,
  sport_mapping jsonb default '[]'::jsonb not null,
  kind text default 'facilities'::text not null,
  options jsonb default '{}'::jsonb not null,
  constraint imports_pkey PRIMARY KEY (organization_id, id),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint imports_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  constraint imports_kind_check CHECK (kind = ANY (ARRAY['facilities'::text, 'bookings'::text, 'customers'::text, 'packs'::text, 'subscriptions'::text])),
  constraint imports_state_check CHECK (state = ANY (ARRAY['draft'::text, 'waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'canceled'::text, 'undoing'::text, 'undone'::text]))
);
CREATE INDEX imports_by_id ON imports USING btree (id);
CREATE INDEX imports_by_time ON imports USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX imports_everywhere ON imports USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX imports_one_at_once ON imports USING btree (organization_id) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text, 'undoing'::text]);

create table invitations (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  role_id integer not null,
  status text default 'open'::text not null,
  invited_by uuid,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (organization_id, id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint invitations_email_lowercase CHECK (email = lower(email)),
  constraint invitations_status_check CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'revoked'::text]))
);
CREATE INDEX invitations_by_id ON invitations USING btree (id);
CREATE INDEX invitations_of_email ON invitations USING btree (email) WHERE status = 'open'::text;
CREATE UNIQUE INDEX invitations_open_key ON invitations USING btree (organization_id, email) WHERE status = 'open'::text;
CREATE INDEX invitations_search ON invitations USING gin (organization_id, fold(email) gin_trgm_ops);

create table invoice_counters (
  organization_id uuid not null,
  series text not null,
  last integer not null,
  last_issued_on date not null,
  constraint invoice_counters_pkey PRIMARY KEY (organization_id, series),
  constraint invoice_counters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invoice_counters_series_check CHECK (series ~ '^[A-Z]{2,4}$'::text)
);

create table invoice_files (
  organization_id uuid not null,
  invoice_id uuid not null,
  content bytea not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null,
  constraint invoice_files_pkey PRIMARY KEY (organization_id, invoice_id),
  constraint invoice_files_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE TRIGGER invoice_files_immutable BEFORE DELETE OR UPDATE ON invoice_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_files_kept BEFORE TRUNCATE ON invoice_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table invoice_lines (
  organization_id uuid not null,
  invoice_id uuid not null,
  charge_id uuid not null,
  amount integer not null,
  constraint invoice_lines_pkey PRIMARY KEY (organization_id, invoice_id, charge_id),
  constraint invoice_lines_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint invoice_lines_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  constraint invoice_lines_amount_check CHECK (amount <> 0)
);
CREATE INDEX invoice_lines_of_charge ON invoice_lines USING btree (organization_id, charge_id);
CREATE TRIGGER invoice_lines_immutable BEFORE DELETE OR UPDATE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_lines_kept BEFORE TRUNCATE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table invoices (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  number text not null,
  payment_id uuid,
  refund_id uuid,
  event_id uuid,
  corrects_id uuid,
  user_id uuid,
  issued_on date not null,
  supplied_on date not null,
  language text not null,
  currency text not null,
  total_amount integer not null,
  tax_amount integer not null,
  buyer_name text collate "und-x-icu" not null,
  content jsonb not null,
  created_at timestamp with time zone not null,
  search text collate "C" generated always as (fold(((number || ' '::text) || buyer_name))) stored not null,
  customer_id uuid,
  due_on date,
  constraint invoices_pkey PRIMARY KEY (organization_id, id),
  constraint invoices_number_key UNIQUE (organization_id, number),
  constraint invoices_organization_id_corrects_id_fkey FOREIGN KEY (organization_id, corrects_id) REFERENCES invoices(organization_id, id),
  constraint invoices_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint invoices_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invoices_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint invoices_organization_id_refund_id_fkey FOREIGN KEY (organization_id, refund_id) REFERENCES refunds(organization_id, id),
  constraint invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint invoices_corrects CHECK (kind = 'receipt'::text OR (kind = 'credit_note'::text) = (corrects_id IS NOT NULL)),
  constraint invoices_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'receipt'::text])),
  constraint invoices_of_kind CHECK (corrects_id IS NOT NULL OR refund_id IS NULL),
  constraint invoices_receipt_untaxed CHECK (kind <> 'receipt'::text OR tax_amount = 0),
  constraint invoices_sign CHECK (
CASE
    WHEN corrects_id IS NULL THEN total_amount > 0
    ELSE total_amount < 0
END)
);
CREATE INDEX invoices_by_date ON invoices USING btree (organization_id, issued_on DESC, number DESC) INCLUDE (kind, currency, total_amount, tax_amount);
CREATE INDEX invoices_by_id ON invoices USING btree (id);
CREATE INDEX invoices_by_payment ON invoices USING btree (organization_id, payment_id);
CREATE INDEX invoices_by_payment_date ON invoices USING btree (organization_id, (content ->> 'paidOn'::text));
CREATE INDEX invoices_correcting ON invoices USING btree (organization_id, corrects_id) WHERE corrects_id IS NOT NULL;
CREATE INDEX invoices_credit_notes ON invoices USING btree (organization_id, issued_on DESC, number DESC, id) WHERE kind = 'credit_note'::text;
CREATE INDEX invoices_credit_notes_everywhere ON invoices USING btree (issued_on DESC, number DESC, id) WHERE kind = 'credit_note'::text;
CREATE INDEX invoices_everywhere ON invoices USING btree (issued_on DESC, number DESC, id);
CREATE INDEX invoices_of_customer ON invoices USING btree (organization_id, customer_id, created_at DESC) WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX invoices_of_payment ON invoices USING btree (organization_id, payment_id) WHERE kind = 'invoice'::text;
CREATE UNIQUE INDEX invoices_of_refund ON invoices USING btree (organization_id, refund_id, corrects_id) WHERE refund_id IS NOT NULL;
CREATE INDEX invoices_of_user ON invoices USING btree (user_id, created_at DESC);
CREATE INDEX invoices_receipts ON invoices USING btree (organization_id, issued_on DESC, number DESC, id) WHERE kind = 'receipt'::text;
CREATE INDEX invoices_search ON invoices USING gin (organization_id, search gin_trgm_ops);
CREATE TRIGGER invoices_immutable BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_kept BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table join_codes (
  code_hash bytea not null,
  organization_id uuid not null,
  link_id uuid not null,
  constraint join_codes_pkey PRIMARY KEY (code_hash)
);

create table join_links (
  organization_id uuid not null,
  id uuid not null,
  last_signs text not null,
  role_id integer not null,
  needs_approval boolean not null,
  max_uses integer,
  uses integer default 0 not null,
  expires_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint join_links_pkey PRIMARY KEY (organization_id, id),
  constraint join_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint join_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint join_links_check CHECK (uses <= max_uses),
  constraint join_links_max_uses_check CHECK (max_uses > 0)
);

create table join_requests (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  link_id uuid,
  role_id integer not null,
  message text,
  status text not null,
  reason text,
  created_at timestamp with time zone not null,
  answered_by uuid,
  answered_at timestamp with time zone,
  constraint join_requests_pkey PRIMARY KEY (organization_id, id),
  constraint join_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint join_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint join_requests_check CHECK ((answered_at IS NULL) = (status = 'open'::text)),
  constraint join_requests_status_check CHECK (status = ANY (ARRAY['open'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))
);
CREATE INDEX join_requests_answered ON join_requests USING btree (answered_at) WHERE status <> 'open'::text;
CREATE INDEX join_requests_list ON join_requests USING btree (organization_id, created_at DESC, id);
CREATE INDEX join_requests_of_user ON join_requests USING btree (user_id);
CREATE UNIQUE INDEX join_requests_open ON join_requests USING btree (organization_id, user_id) WHERE status = 'open'::text;
CREATE INDEX join_requests_waiting ON join_requests USING btree (created_at) WHERE status = 'open'::text;

create table mail_texts (
  organization_id uuid not null,
  kind text not null,
  language text not null,
  opening text,
  closing text,
  constraint mail_texts_pkey PRIMARY KEY (organization_id, kind, language),
  constraint mail_texts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint mail_texts_check CHECK (num_nonnulls(opening, closing) > 0)
);

create table membership_roles (
  organization_id uuid not null,
  user_id uuid not null,
  role_id integer not null,
  constraint membership_roles_pkey PRIMARY KEY (organization_id, user_id, role_id),
  constraint membership_roles_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint membership_roles_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES memberships(organization_id, user_id)
);
CREATE INDEX membership_roles_of_role ON membership_roles USING btree (organization_id, role_id, user_id);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  active boolean default true not null,
  joined_at timestamp with time zone not null,
  listed text default 'no'::text not null,
  team_since timestamp with time zone,
  booking_blocked_until timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint memberships_listed_check CHECK (listed = ANY (ARRAY['no'::text, 'short'::text, 'full'::text]))
);
CREATE INDEX memberships_of_user ON memberships USING btree (user_id, organization_id);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table monthly_runs (
  organization_id uuid not null,
  month date not null,
  constraint monthly_runs_pkey PRIMARY KEY (organization_id),
  constraint monthly_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table notification_preferences (
  user_id uuid not null,
  kind text not null,
  channel text not null,
  choice text not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, kind, channel),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_preferences_channel_check CHECK (channel = ANY (ARRAY['app'::text, 'push'::text, 'sms'::text, 'mail'::text])),
  constraint notification_preferences_choice_check CHECK (choice = ANY (ARRAY['at_once'::text, 'daily'::text, 'off'::text]))
);

create table notifications (
  id uuid not null,
  user_id uuid not null,
  organization_id uuid,
  kind text not null,
  topic text not null,
  subject_id uuid not null,
  params jsonb default '{}'::jsonb not null,
  count integer default 1 not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mail_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_of_organization ON notifications USING btree (user_id, organization_id, created_at DESC, id DESC);
CREATE INDEX notifications_of_person ON notifications USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_of_subject ON notifications USING btree (subject_id, kind);
CREATE INDEX notifications_of_topic ON notifications USING btree (user_id, topic, created_at DESC, id DESC);
CREATE INDEX notifications_old ON notifications USING btree (created_at);
CREATE INDEX notifications_to_mail ON notifications USING btree (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX notifications_unread ON notifications USING btree (user_id, created_at DESC, id DESC) INCLUDE (kind, organization_id) WHERE read_at IS NULL;

create table occupancies (
  organization_id uuid not null,
  unit_id uuid not null,
  event_id uuid not null,
  during tstzrange not null,
  active boolean not null,
  constraint occupancies_pkey PRIMARY KEY (organization_id, unit_id, event_id),
  constraint occupancies_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint occupancies_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id),
  constraint occupancies_never_overlap EXCLUDE USING gist (organization_id WITH =, unit_id WITH =, during WITH &&) WHERE (active)
);
CREATE INDEX occupancies_of_event ON occupancies USING btree (organization_id, event_id);

create table opening_hour_patterns (
  organization_id uuid not null,
  id uuid not null,
  name text collate natural_order not null,
  hours jsonb not null,
  exceptions jsonb default '[]'::jsonb not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint opening_hour_patterns_pkey PRIMARY KEY (organization_id, id),
  constraint opening_hour_patterns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX opening_hour_patterns_by_id ON opening_hour_patterns USING btree (id);
CREATE INDEX opening_hour_patterns_by_name ON opening_hour_patterns USING btree (organization_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX opening_hour_patterns_by_name_everywhere ON opening_hour_patterns USING btree (name, id) WHERE archived_at IS NULL;

create table orders (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  holder_id uuid not null,
  subscription_type_id uuid,
  pack_type_id uuid,
  charge_id uuid not null,
  agreed jsonb not null,
  state text not null,
  expires_at timestamp with time zone not null,
  begins_at_once boolean not null,
  paid_at timestamp with time zone,
  subscription_id uuid,
  pack_id uuid,
  withdraw_by date,
  withdrawn_at timestamp with time zone,
  given_up_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint orders_pkey PRIMARY KEY (organization_id, id),
  constraint orders_organization_id_charge_id_key UNIQUE (organization_id, charge_id),
  constraint orders_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint orders_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint orders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint orders_organization_id_holder_id_fkey FOREIGN KEY (organization_id, holder_id) REFERENCES customers(organization_id, id),
  constraint orders_organization_id_pack_id_fkey FOREIGN KEY (organization_id, pack_id) REFERENCES packs(organization_id, id),
  constraint orders_organization_id_pack_type_id_fkey FOREIGN KEY (organization_id, pack_type_id) REFERENCES pack_types(organization_id, id),
  constraint orders_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint orders_organization_id_subscription_type_id_fkey FOREIGN KEY (organization_id, subscription_type_id) REFERENCES subscription_types(organization_id, id),
  constraint orders_check CHECK (num_nonnulls(subscription_type_id, pack_type_id) = 1),
  constraint orders_check1 CHECK ((paid_at IS NULL) = (num_nonnulls(subscription_id, pack_id) = 0)),
  constraint orders_check2 CHECK ((withdrawn_at IS NOT NULL) = (state = 'withdrawn'::text)),
  constraint orders_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'withdrawn'::text]))
);
CREATE INDEX orders_for_places ON orders USING btree (organization_id, subscription_type_id) WHERE state = 'open'::text;
CREATE INDEX orders_of_customer ON orders USING btree (organization_id, customer_id, created_at);
CREATE INDEX orders_of_holder ON orders USING btree (organization_id, holder_id);
CREATE INDEX orders_of_pack ON orders USING btree (organization_id, pack_id) WHERE pack_id IS NOT NULL;
CREATE INDEX orders_of_subscription ON orders USING btree (organization_id, subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX orders_waiting ON orders USING btree (expires_at) WHERE state = 'open'::text;

create table organizations (
  id uuid not null,
  name text collate natural_order not null,
  type text not null,
  enabled boolean default true not null,
  country_id integer not null,
  email text,
  phone text,
  vat_number text,
  identification_number text,
  timezone text not null,
  currency text not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  vat_profile text default 'unset'::text not null,
  vat_rate integer default 2000 not null,
  cancellation_deadline integer default 24 not null,
  approval_default text default 'automatic'::text not null,
  horizon_days integer default 30,
  notice_minutes integer,
  most_active integer,
  payment_on_site boolean default true not null,
  legal_name text,
  address_line text,
  postal_code text,
  city text,
  booking_privacy text default 'private'::text not null,
  has_privacy_notice boolean default false not null,
  region text,
  legal_form text,
  share_capital integer,
  registration_city text,
  is_unregistered boolean default false not null,
  vat_number_pending boolean default false not null,
  seller_due_at timestamp with time zone,
  demands_second_factor boolean default false not null,
  second_factor_demanded_at timestamp with time zone,
  joining text default 'closed'::text not null,
  waitlist text default 'offer'::text not null,
  accent text,
  sender_name text,
  opens_at text,
  max_holds integer,
  quotas jsonb,
  cancellation jsonb default '{"steps": [{"from": 1440, "percent": 100}], "until": 1440}'::jsonb,
  no_show jsonb,
  guest_booking text default 'off'::text not null,
  guest_horizon_days integer default 7 not null,
  guest_notice_minutes integer default 0 not null,
  guest_most_active integer default 2 not null,
  sms_limit integer,
  reminder_lead integer default 1440,
  debt_reminder_steps jsonb default '[]'::jsonb not null,
  debt_reminders_from date,
  unpaid_shares text default 'keep'::text not null,
  vat_on_debits boolean default false not null,
  reminder_from text default 'start'::text not null,
  push_reminder_lead integer default 120,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_accent_check CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  constraint organizations_approval_default_check CHECK (approval_default = ANY (ARRAY['automatic'::text, 'manual'::text])),
  constraint organizations_booking_privacy_check CHECK (booking_privacy = ANY (ARRAY['private'::text, 'public'::text])),
  constraint organizations_cancellation_deadline_check CHECK (cancellation_deadline >= 0),
  constraint organizations_guest_booking_check CHECK (guest_booking = ANY (ARRAY['off'::text, 'code'::text, 'payment'::text])),
  constraint organizations_horizon_days_check CHECK (horizon_days >= 1),
  constraint organizations_joining_check CHECK (joining = ANY (ARRAY['closed'::text, 'request'::text, 'open'::text])),
  constraint organizations_max_holds_check CHECK (max_holds >= 1 AND max_holds <= 3),
  constraint organizations_most_active_check CHECK (most_active >= 1),
  constraint organizations_notice_minutes_check CHECK (notice_minutes >= 0),
  constraint organizations_push_reminder_lead CHECK (push_reminder_lead >= 30 AND push_reminder_lead <= 10080),
  constraint organizations_reminder_from CHECK (reminder_from = ANY (ARRAY['start'::text, 'deadline'::text])),
  constraint organizations_reminder_lead CHECK (reminder_lead >= 30 AND reminder_lead <= 10080),
  constraint organizations_share_capital_check CHECK (share_capital >= 0),
  constraint organizations_sms_limit_check CHECK (sms_limit >= 1 AND sms_limit <= 100000),
  constraint organizations_type_check CHECK (type = ANY (ARRAY['club'::text, 'association'::text, 'private_owner'::text, 'school'::text, 'city_hall'::text, 'league'::text, 'tournament'::text, 'federation'::text, 'university'::text])),
  constraint organizations_unpaid_shares_check CHECK (unpaid_shares = ANY (ARRAY['keep'::text, 'cancel'::text])),
  constraint organizations_vat_profile_check CHECK (vat_profile = ANY (ARRAY['unset'::text, 'standard'::text, 'franchise'::text, 'exempt'::text])),
  constraint organizations_vat_rate_check CHECK (vat_rate >= 0 AND vat_rate <= 10000),
  constraint organizations_waitlist_check CHECK (waitlist = ANY (ARRAY['off'::text, 'tell'::text, 'offer'::text]))
);
CREATE INDEX organizations_archived ON organizations USING btree (id) WHERE archived_at IS NOT NULL;
CREATE INDEX organizations_by_name ON organizations USING btree (name, id) WHERE archived_at IS NULL;
CREATE INDEX organizations_search ON organizations USING gin (fold((name || ' '::text) || COALESCE(email, ''::text)) gin_trgm_ops);

create table overview_dates (
  organization_id uuid not null,
  date date not null,
  open_minutes integer not null,
  taken_minutes integer not null,
  events integer not null,
  revenue bigint not null,
  by_status integer[] not null,
  by_type integer[] not null,
  by_hour integer[] not null,
  is_stale boolean default false not null,
  is_summed boolean default false not null,
  constraint overview_dates_pkey PRIMARY KEY (organization_id, date),
  constraint overview_dates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX overview_dates_everywhere ON overview_dates USING btree (date);
CREATE INDEX overview_dates_unsummed ON overview_dates USING btree (date) WHERE NOT is_summed;

create table overview_everywhere (
  date date not null,
  currency text not null,
  open_minutes bigint not null,
  taken_minutes bigint not null,
  events integer not null,
  revenue bigint not null,
  by_status integer[] not null,
  by_type integer[] not null,
  by_hour integer[] not null,
  constraint overview_everywhere_pkey PRIMARY KEY (date, currency)
);

create table overview_fields (
  organization_id uuid not null,
  date date not null,
  field_id uuid not null,
  open_minutes integer not null,
  taken_minutes integer not null,
  events integer not null,
  revenue bigint not null,
  open_by_hour smallint[] default '{}'::smallint[] not null,
  taken_by_hour smallint[] default '{}'::smallint[] not null,
  constraint overview_fields_pkey PRIMARY KEY (organization_id, date, field_id),
  constraint overview_fields_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id)
);
CREATE INDEX overview_fields_everywhere ON overview_fields USING btree (date);

create table overview_spans (
  days integer not null,
  first_date date not null,
  organization_id uuid not null,
  field_id uuid not null,
  open_minutes integer not null,
  taken_minutes integer not null,
  events integer not null,
  revenue bigint not null,
  constraint overview_spans_pkey PRIMARY KEY (organization_id, days, first_date, field_id),
  constraint overview_spans_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id)
);
CREATE INDEX overview_spans_everywhere ON overview_spans USING btree (days, first_date);

create table overview_stale (
  id bigint generated always as identity not null,
  organization_id uuid not null,
  around timestamp with time zone,
  is_all boolean default false not null,
  constraint overview_stale_pkey PRIMARY KEY (organization_id, id)
);

create table pack_types (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  product_id uuid,
  price integer not null,
  unit text not null,
  units integer not null,
  minutes_per_unit integer,
  per text not null,
  valid_days integer,
  valid_until date,
  starts text not null,
  online boolean not null,
  field_ids uuid[] not null,
  sport_ids integer[] not null,
  window_ids uuid[] not null,
  role_ids integer[] not null,
  max_per_day integer,
  max_per_week integer,
  max_upcoming integer,
  version integer not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sold_online boolean default false not null,
  constraint pack_types_pkey PRIMARY KEY (organization_id, id),
  constraint pack_types_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint pack_types_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint pack_types_check CHECK ((unit = 'count'::text) = (minutes_per_unit IS NOT NULL)),
  constraint pack_types_check1 CHECK (unit = 'count'::text OR per = 'booking'::text),
  constraint pack_types_check2 CHECK (valid_days IS NULL OR valid_until IS NULL),
  constraint pack_types_max_per_day_check CHECK (max_per_day > 0),
  constraint pack_types_max_per_week_check CHECK (max_per_week > 0),
  constraint pack_types_max_upcoming_check CHECK (max_upcoming > 0),
  constraint pack_types_minutes_per_unit_check CHECK (minutes_per_unit > 0),
  constraint pack_types_per_check CHECK (per = ANY (ARRAY['booking'::text, 'person'::text])),
  constraint pack_types_price_check CHECK (price > 0),
  constraint pack_types_starts_check CHECK (starts = ANY (ARRAY['purchase'::text, 'first_use'::text])),
  constraint pack_types_unit_check CHECK (unit = ANY (ARRAY['count'::text, 'minutes'::text])),
  constraint pack_types_units_check CHECK (units > 0),
  constraint pack_types_valid_days_check CHECK (valid_days > 0),
  constraint pack_types_version_check CHECK (version > 0)
);

create table pack_uses (
  organization_id uuid not null,
  id uuid not null,
  pack_id uuid not null,
  event_id uuid not null,
  units integer not null,
  given_back integer not null,
  given_back_at timestamp with time zone,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pack_uses_pkey PRIMARY KEY (organization_id, id),
  constraint pack_uses_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint pack_uses_organization_id_pack_id_fkey FOREIGN KEY (organization_id, pack_id) REFERENCES packs(organization_id, id),
  constraint pack_uses_check CHECK (given_back >= 0 AND given_back <= units),
  constraint pack_uses_check1 CHECK (NOT active OR given_back = 0),
  constraint pack_uses_units_check CHECK (units > 0)
);
CREATE UNIQUE INDEX pack_uses_active ON pack_uses USING btree (organization_id, event_id) WHERE active;
CREATE INDEX pack_uses_of_event ON pack_uses USING btree (organization_id, event_id);
CREATE INDEX pack_uses_of_pack ON pack_uses USING btree (organization_id, pack_id, id);

create table packs (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type_id uuid not null,
  terms jsonb not null,
  units_total integer not null,
  units_used integer not null,
  units_refunded integer default 0 not null,
  starts_on date,
  expires_on date,
  told_days integer,
  charge_id uuid,
  grant_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  external_id text,
  used_before integer default 0 not null,
  imported_at timestamp with time zone,
  subscription_term_id uuid,
  constraint packs_pkey PRIMARY KEY (organization_id, id),
  constraint packs_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint packs_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint packs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint packs_organization_id_subscription_term_id_fkey FOREIGN KEY (organization_id, subscription_term_id) REFERENCES subscription_terms(organization_id, id),
  constraint packs_organization_id_type_id_fkey FOREIGN KEY (organization_id, type_id) REFERENCES pack_types(organization_id, id),
  constraint packs_check CHECK ((units_used + units_refunded) <= units_total),
  constraint packs_check1 CHECK (charge_id IS NULL OR grant_reason IS NULL),
  constraint packs_told_days_check CHECK (told_days > 0),
  constraint packs_units_refunded_check CHECK (units_refunded >= 0),
  constraint packs_units_total_check CHECK (units_total > 0),
  constraint packs_units_used_check CHECK (units_used >= 0),
  constraint packs_used_before_check CHECK (used_before >= 0 AND used_before <= units_used)
);
CREATE INDEX packs_by_expiry ON packs USING btree (organization_id, expires_on, id);
CREATE UNIQUE INDEX packs_by_external_id ON packs USING btree (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX packs_ending ON packs USING btree (expires_on, id) WHERE expires_on IS NOT NULL;
CREATE INDEX packs_of_charge ON packs USING btree (organization_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX packs_of_customer ON packs USING btree (organization_id, customer_id, id);
CREATE INDEX packs_of_term ON packs USING btree (organization_id, subscription_term_id) WHERE subscription_term_id IS NOT NULL;

create table page_counts (
  organization_id uuid not null,
  date date not null,
  page text not null,
  source text not null,
  views integer default 0 not null,
  bookings integer default 0 not null,
  constraint page_counts_pkey PRIMARY KEY (organization_id, date, page, source),
  constraint page_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table pages (
  organization_id uuid not null,
  state text default 'off'::text not null,
  language text not null,
  tagline text,
  about text,
  phone text,
  email text,
  publisher text,
  shows_times boolean default true not null,
  shows_prices boolean default true not null,
  updated_at timestamp with time zone not null,
  shows_card boolean default false not null,
  constraint pages_pkey PRIMARY KEY (organization_id),
  constraint pages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint pages_state_check CHECK (state = ANY (ARRAY['off'::text, 'unlisted'::text, 'public'::text]))
);

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['add'::text, 'confirm'::text, 'signIn'::text, 'secondStep'::text]))
);
CREATE INDEX passkey_challenges_expired ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_of_user ON passkey_challenges USING btree (user_id);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  is_backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id);

create table password_codes (
  link_hash bytea not null,
  user_id uuid not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  created_at timestamp with time zone not null,
  code_expires_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_codes_pkey PRIMARY KEY (link_hash),
  constraint password_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_codes_expired ON password_codes USING btree (expires_at);
CREATE INDEX password_codes_of_user ON password_codes USING btree (user_id, created_at);

create table payment_accounts (
  organization_id uuid not null,
  account_id text not null,
  takes_payments boolean default false not null,
  pays_out boolean default false not null,
  is_submitted boolean default false not null,
  requirements text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  provider text not null,
  disconnected_at timestamp with time zone,
  constraint payment_accounts_pkey PRIMARY KEY (organization_id, provider),
  constraint payment_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table payments (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid,
  user_id uuid,
  payer_name text collate "und-x-icu" not null,
  method text not null,
  status text not null,
  amount integer not null,
  currency text not null,
  provider_fee integer,
  application_fee integer,
  note text,
  failure text,
  recorded_by uuid,
  provider_account text,
  provider_session_id text,
  checkout_url text,
  provider_intent_id text,
  provider_charge_id text,
  expires_at timestamp with time zone,
  request jsonb,
  asked_at timestamp with time zone,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  provider text,
  asked_amount integer,
  search text collate "C" generated always as (fold((payer_name ||
CASE
    WHEN (provider = 'bank_transfer'::text) THEN COALESCE((((' '::text || provider_session_id) || ' '::text) || replace(provider_session_id, '-'::text, ''::text)), ''::text)
    ELSE ''::text
END))) stored not null,
  group_id uuid,
  link_sent_at timestamp with time zone,
  link_copied_at timestamp with time zone,
  charge_id uuid,
  card_id uuid,
  is_taxed_ahead boolean default false not null,
  constraint payments_pkey PRIMARY KEY (organization_id, id),
  constraint payments_organization_id_card_id_fkey FOREIGN KEY (organization_id, card_id) REFERENCES cards(organization_id, id),
  constraint payments_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint payments_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payments_amount_check CHECK (amount > 0),
  constraint payments_balance_at_desk CHECK (method <> 'balance'::text OR provider IS NULL),
  constraint payments_card_online CHECK (method <> 'card'::text OR provider IS NOT NULL),
  constraint payments_method_check CHECK (method = ANY (ARRAY['card'::text, 'cash'::text, 'check'::text, 'transfer'::text, 'card_on_site'::text, 'balance'::text, 'voucher'::text])),
  constraint payments_of_one CHECK (num_nonnulls(event_id, charge_id) = 1),
  constraint payments_provider_check CHECK (provider = ANY (ARRAY['stripe'::text, 'bank_transfer'::text])),
  constraint payments_recorded CHECK (
CASE
    WHEN provider IS NOT NULL THEN recorded_by IS NULL
    ELSE recorded_by IS NOT NULL OR (method = ANY (ARRAY['balance'::text, 'voucher'::text]))
END),
  constraint payments_status_check CHECK (status = ANY (ARRAY['created'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])),
  constraint payments_voucher_at_desk CHECK (
CASE
    WHEN method = 'voucher'::text THEN provider IS NULL
    ELSE NOT is_taxed_ahead
END)
);
CREATE INDEX payments_by_balance ON payments USING btree (organization_id, created_at DESC, id) WHERE method = 'balance'::text;
CREATE INDEX payments_by_card ON payments USING btree (created_at) WHERE card_id IS NOT NULL AND status = 'created'::text;
CREATE INDEX payments_by_id ON payments USING btree (id);
CREATE INDEX payments_by_provider ON payments USING btree (paid_at) WHERE provider IS NOT NULL AND status = 'succeeded'::text;
CREATE INDEX payments_by_provider_session ON payments USING btree (provider_session_id) WHERE provider_session_id IS NOT NULL;
CREATE INDEX payments_by_time ON payments USING btree (organization_id, created_at DESC, id);
CREATE INDEX payments_by_voucher ON payments USING btree (organization_id, created_at DESC, id) WHERE method = 'voucher'::text;
CREATE INDEX payments_everywhere ON payments USING btree (created_at DESC, id);
CREATE INDEX payments_of_charge ON payments USING btree (organization_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX payments_of_event ON payments USING btree (organization_id, event_id, created_at);
CREATE INDEX payments_of_group ON payments USING btree (organization_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX payments_of_user ON payments USING btree (user_id, created_at DESC, id);
CREATE UNIQUE INDEX payments_one_open ON payments USING btree (organization_id, event_id) WHERE status = ANY (ARRAY['created'::text, 'processing'::text]);
CREATE UNIQUE INDEX payments_one_open_of_charge ON payments USING btree (organization_id, charge_id) WHERE charge_id IS NOT NULL AND (status = ANY (ARRAY['created'::text, 'processing'::text]));
CREATE INDEX payments_open ON payments USING btree (created_at) WHERE status = ANY (ARRAY['created'::text, 'processing'::text]);
CREATE INDEX payments_paid ON payments USING btree (organization_id, paid_at) WHERE status = 'succeeded'::text;
CREATE INDEX payments_provider_charge ON payments USING btree (provider_charge_id) WHERE provider_charge_id IS NOT NULL;
CREATE INDEX payments_provider_intent ON payments USING btree (provider_intent_id) WHERE provider_intent_id IS NOT NULL;
CREATE INDEX payments_search ON payments USING gin (organization_id, search gin_trgm_ops);
CREATE UNIQUE INDEX payments_session_of_group ON payments USING btree (organization_id, provider_session_id) WHERE provider_session_id IS NOT NULL AND (group_id IS NULL OR group_id = id);
CREATE INDEX payments_unsettled ON payments USING btree (organization_id, status, created_at DESC, id) WHERE status <> 'succeeded'::text;
CREATE INDEX payments_unsettled_everywhere ON payments USING btree (status, created_at DESC, id) WHERE status <> 'succeeded'::text;
CREATE INDEX payments_without_fee ON payments USING btree (paid_at) WHERE status = 'succeeded'::text AND provider_fee IS NULL;

create table payout_items (
  organization_id uuid not null,
  payout_id uuid not null,
  provider_id text not null,
  kind text not null,
  source text,
  amount integer not null,
  fee integer not null,
  net integer not null,
  at timestamp with time zone not null,
  constraint payout_items_pkey PRIMARY KEY (organization_id, payout_id, provider_id),
  constraint payout_items_organization_id_payout_id_fkey FOREIGN KEY (organization_id, payout_id) REFERENCES payouts(organization_id, id),
  constraint payout_items_check CHECK (net = (amount - fee)),
  constraint payout_items_kind_check CHECK (kind = ANY (ARRAY['charge'::text, 'refund'::text, 'dispute'::text, 'fee'::text, 'other'::text]))
);

create table payouts (
  organization_id uuid not null,
  id uuid not null,
  provider text not null,
  account text not null,
  provider_id text not null,
  amount integer not null,
  currency text not null,
  state text not null,
  is_automatic boolean not null,
  arrives_on date not null,
  booked_on date,
  items_read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payouts_pkey PRIMARY KEY (organization_id, id),
  constraint payouts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payouts_state_check CHECK (state = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'canceled'::text]))
);
CREATE INDEX payouts_booked ON payouts USING btree (organization_id, booked_on) WHERE booked_on IS NOT NULL;
CREATE INDEX payouts_by_date ON payouts USING btree (organization_id, arrives_on DESC, id DESC);
CREATE INDEX payouts_by_id ON payouts USING btree (id);
CREATE UNIQUE INDEX payouts_of_provider ON payouts USING btree (organization_id, provider, account, provider_id);

create table price_patterns (
  organization_id uuid not null,
  id uuid not null,
  name text collate natural_order not null,
  type text not null,
  timeslots jsonb not null,
  plans jsonb not null,
  details jsonb not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  product_id uuid,
  constraint price_patterns_pkey PRIMARY KEY (organization_id, id),
  constraint price_patterns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint price_patterns_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint price_patterns_type_check CHECK (type = ANY (ARRAY['user'::text, 'field'::text]))
);
CREATE INDEX price_patterns_by_id ON price_patterns USING btree (id);
CREATE INDEX price_patterns_by_name ON price_patterns USING btree (organization_id, name, id) WHERE archived_at IS NULL;
CREATE INDEX price_patterns_by_name_everywhere ON price_patterns USING btree (name, id) WHERE archived_at IS NULL;

create table product_taxes (
  organization_id uuid not null,
  product_id uuid not null,
  role_id integer not null,
  tax_rate_id uuid not null,
  constraint product_taxes_pkey PRIMARY KEY (organization_id, product_id, role_id),
  constraint product_taxes_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint product_taxes_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint product_taxes_organization_id_tax_rate_id_fkey FOREIGN KEY (organization_id, tax_rate_id) REFERENCES tax_rates(organization_id, id)
);

create table products (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  kind text not null,
  tax_rate_id uuid,
  is_default boolean not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  price integer,
  constraint products_pkey PRIMARY KEY (organization_id, id),
  constraint products_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint products_organization_id_tax_rate_id_fkey FOREIGN KEY (organization_id, tax_rate_id) REFERENCES tax_rates(organization_id, id),
  constraint products_check CHECK (active OR NOT is_default),
  constraint products_check1 CHECK (price IS NULL OR price > 0 AND (kind = ANY (ARRAY['goods'::text, 'fee'::text, 'coaching'::text]))),
  constraint products_kind_check CHECK (kind = ANY (ARRAY['court'::text, 'coaching'::text, 'subscription'::text, 'pack'::text, 'extra'::text, 'goods'::text, 'fee'::text, 'voucher'::text]))
);
CREATE UNIQUE INDEX products_default ON products USING btree (organization_id, kind) WHERE is_default;

create table promo_codes (
  organization_id uuid not null,
  id uuid not null,
  code text collate "und-x-icu" not null,
  kind text not null,
  value integer not null,
  min_amount integer,
  booked_from date,
  booked_to date,
  played_from date,
  played_to date,
  window_ids uuid[] not null,
  field_ids uuid[] not null,
  role_ids integer[] not null,
  first_booking_only boolean not null,
  max_uses integer,
  max_per_customer integer,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  applies_to text default 'booking'::text not null,
  constraint promo_codes_pkey PRIMARY KEY (organization_id, id),
  constraint promo_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint promo_codes_applies_to CHECK (applies_to = ANY (ARRAY['booking'::text, 'subscription'::text, 'pack'::text])),
  constraint promo_codes_check CHECK (kind = 'amount'::text OR value <= 100),
  constraint promo_codes_kind_check CHECK (kind = ANY (ARRAY['percent'::text, 'amount'::text])),
  constraint promo_codes_max_per_customer_check CHECK (max_per_customer > 0),
  constraint promo_codes_max_uses_check CHECK (max_uses > 0),
  constraint promo_codes_min_amount_check CHECK (min_amount > 0),
  constraint promo_codes_value_check CHECK (value > 0)
);
CREATE UNIQUE INDEX promo_codes_code ON promo_codes USING btree (organization_id, code);

create table promo_uses (
  organization_id uuid not null,
  id uuid not null,
  promo_code_id uuid not null,
  event_id uuid,
  terms jsonb not null,
  discount integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  charge_id uuid,
  constraint promo_uses_pkey PRIMARY KEY (organization_id, id),
  constraint promo_uses_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint promo_uses_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint promo_uses_organization_id_promo_code_id_fkey FOREIGN KEY (organization_id, promo_code_id) REFERENCES promo_codes(organization_id, id),
  constraint promo_uses_discount_check CHECK (discount >= 0),
  constraint promo_uses_of_one CHECK (num_nonnulls(event_id, charge_id) = 1)
);
CREATE UNIQUE INDEX promo_uses_of_charge ON promo_uses USING btree (organization_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX promo_uses_of_code ON promo_uses USING btree (organization_id, promo_code_id, id);
CREATE UNIQUE INDEX promo_uses_of_event ON promo_uses USING btree (organization_id, event_id);

create table provider_accounts (
  provider text not null,
  account_id text not null,
  organization_id uuid not null,
  constraint provider_accounts_pkey PRIMARY KEY (provider, account_id)
);

create table provider_differences (
  id uuid not null,
  organization_id uuid,
  payment_id uuid,
  subject text not null,
  ours bigint,
  theirs bigint,
  found_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  provider text not null,
  constraint provider_differences_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX provider_differences_once ON provider_differences USING btree (provider, subject) WHERE settled_at IS NULL;
CREATE INDEX provider_differences_open ON provider_differences USING btree (found_at) WHERE settled_at IS NULL;

create table provider_events (
  id text not null,
  account text,
  type text not null,
  subject jsonb not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  tries integer default 0 not null,
  failure text,
  provider text not null,
  constraint provider_events_pkey PRIMARY KEY (provider, id)
);
CREATE INDEX provider_events_open ON provider_events USING btree (received_at) WHERE processed_at IS NULL;

create table provider_marks (
  account text not null,
  seen_until timestamp with time zone not null,
  provider text not null,
  constraint provider_marks_pkey PRIMARY KEY (provider, account)
);

create table push_subscriptions (
  user_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  public_key bytea not null,
  auth_secret bytea not null,
  timezone text not null,
  created_at timestamp with time zone not null,
  last_ok_at timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (user_id, id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions USING btree (session_id);

create table rate_limits (
  key text not null,
  hits integer not null,
  window_ends_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_ended ON rate_limits USING btree (window_ends_at);

create table receipt_log (
  organization_id uuid not null,
  seq bigint not null,
  at timestamp with time zone not null,
  kind text not null,
  payload text not null,
  prev_sha256 bytea not null,
  sha256 bytea not null,
  signature bytea,
  constraint receipt_log_pkey PRIMARY KEY (organization_id, seq),
  constraint receipt_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint receipt_log_at_check CHECK (date_trunc('milliseconds'::text, at) = at),
  constraint receipt_log_check CHECK ((kind = ANY (ARRAY['day_total'::text, 'month_total'::text, 'year_total'::text])) = (signature IS NOT NULL)),
  constraint receipt_log_kind_check CHECK (kind = ANY (ARRAY['start'::text, 'payment'::text, 'refund'::text, 'refund_failed'::text, 'invoice'::text, 'credit_note'::text, 'receipt'::text, 'till_closing'::text, 'till_correction'::text, 'export'::text, 'archive'::text, 'day_total'::text, 'month_total'::text, 'year_total'::text])),
  constraint receipt_log_seq_check CHECK (seq > 0)
);
CREATE INDEX receipt_log_totals ON receipt_log USING btree (organization_id, kind, seq DESC) WHERE kind = ANY (ARRAY['day_total'::text, 'month_total'::text, 'year_total'::text, 'archive'::text]);
CREATE TRIGGER receipt_log_immutable BEFORE DELETE OR UPDATE ON receipt_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_log_kept BEFORE TRUNCATE ON receipt_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table receipt_log_heads (
  organization_id uuid not null,
  seq bigint not null,
  sha256 bytea not null,
  at timestamp with time zone not null,
  open_day date,
  open_month date,
  open_year date,
  closes_on date,
  perpetual_total bigint not null,
  constraint receipt_log_heads_pkey PRIMARY KEY (organization_id),
  constraint receipt_log_heads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint receipt_log_heads_seq_check CHECK (seq >= 0)
);
CREATE INDEX receipt_log_heads_to_close ON receipt_log_heads USING btree (closes_on) WHERE closes_on IS NOT NULL;

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table refunds (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount integer not null,
  status text not null,
  reason text,
  failure text,
  provider_refund_id text,
  requested_by uuid,
  tries integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_otherwise_at timestamp with time zone,
  method text,
  constraint refunds_pkey PRIMARY KEY (organization_id, id),
  constraint refunds_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint refunds_amount_check CHECK (amount > 0),
  constraint refunds_method_check CHECK (method = ANY (ARRAY['cash'::text, 'check'::text, 'transfer'::text, 'card_on_site'::text, 'balance'::text])),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX refunds_by_provider ON refunds USING btree (created_at) WHERE status = 'succeeded'::text AND provider_refund_id IS NOT NULL;
CREATE INDEX refunds_of_payment ON refunds USING btree (organization_id, payment_id, created_at);
CREATE INDEX refunds_open ON refunds USING btree (created_at) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX refunds_provider_refund_of_payment ON refunds USING btree (organization_id, provider_refund_id, payment_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX refunds_settled ON refunds USING btree (organization_id, updated_at) WHERE status = 'succeeded'::text;

create table retention_settings (
  organization_id uuid not null,
  customers_months integer,
  activity_months integer,
  imports_days integer,
  updated_at timestamp with time zone not null,
  constraint retention_settings_pkey PRIMARY KEY (organization_id),
  constraint retention_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint retention_settings_activity_months_check CHECK (activity_months >= 6 AND activity_months <= 240),
  constraint retention_settings_customers_months_check CHECK (customers_months >= 6 AND customers_months <= 240),
  constraint retention_settings_imports_days_check CHECK (imports_days >= 7 AND imports_days <= 3650)
);

create table revisions (
  organization_id uuid not null,
  revision integer not null,
  constraint revisions_pkey PRIMARY KEY (organization_id),
  constraint revisions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table role_fields (
  organization_id uuid not null,
  role_id integer not null,
  field_id uuid not null,
  constraint role_fields_pkey PRIMARY KEY (organization_id, role_id, field_id),
  constraint role_fields_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint role_fields_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id)
);
CREATE INDEX role_fields_of_field ON role_fields USING btree (organization_id, field_id, role_id);

create table roles (
  organization_id uuid not null,
  id integer not null,
  name text collate natural_order not null,
  type text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  horizon_days integer,
  notice_minutes integer,
  most_active integer,
  archived_at timestamp with time zone,
  opens_at text,
  max_holds integer,
  quotas jsonb,
  cancellation jsonb,
  no_show jsonb,
  constraint roles_pkey PRIMARY KEY (organization_id, id),
  constraint roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint roles_horizon_days_check CHECK (horizon_days >= 1),
  constraint roles_max_holds_check CHECK (max_holds >= 1 AND max_holds <= 3),
  constraint roles_most_active_check CHECK (most_active >= 1),
  constraint roles_notice_minutes_check CHECK (notice_minutes >= 0),
  constraint roles_type_check CHECK (type = ANY (ARRAY['admin'::text, 'member'::text]))
);
CREATE UNIQUE INDEX roles_name_key ON roles USING btree (organization_id, fold(name)) WHERE archived_at IS NULL;

create table second_factor_removals (
  user_id uuid not null,
  organization_id uuid not null,
  requested_by uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint second_factor_removals_pkey PRIMARY KEY (user_id),
  constraint second_factor_removals_token_key UNIQUE (token_hash),
  constraint second_factor_removals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint second_factor_removals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX second_factor_removals_due ON second_factor_removals USING btree (due_at);

create table second_factor_tickets (
  token_hash bytea not null,
  user_id uuid not null,
  network text not null,
  device text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  organization_id uuid,
  constraint second_factor_tickets_pkey PRIMARY KEY (token_hash),
  constraint second_factor_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX second_factor_tickets_expired ON second_factor_tickets USING btree (expires_at);
CREATE INDEX second_factor_tickets_of_user ON second_factor_tickets USING btree (user_id);

create table secrets (
  name text not null,
  value bytea not null,
  constraint secrets_pkey PRIMARY KEY (name)
);

create unlogged table selections (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  field_id uuid not null,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint selections_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX selections_expired ON selections USING btree (expires_at);

create table series (
  organization_id uuid not null,
  id uuid not null,
  field_id uuid not null,
  name text collate "und-x-icu" not null,
  rule jsonb not null,
  template jsonb not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint series_pkey PRIMARY KEY (organization_id, id),
  constraint series_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint series_organization_id_field_id_fkey FOREIGN KEY (organization_id, field_id) REFERENCES fields(organization_id, id),
  constraint series_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX series_by_id ON series USING btree (id);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  device text not null,
  address text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_expired ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id, last_used_at DESC);

create table settlements (
  organization_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  kind text not null,
  payment_id uuid,
  refund_id uuid,
  amount integer not null,
  at timestamp with time zone not null,
  pack_use_id uuid,
  constraint settlements_pkey PRIMARY KEY (organization_id, id),
  constraint settlements_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint settlements_organization_id_pack_use_id_fkey FOREIGN KEY (organization_id, pack_use_id) REFERENCES pack_uses(organization_id, id),
  constraint settlements_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint settlements_organization_id_refund_id_fkey FOREIGN KEY (organization_id, refund_id) REFERENCES refunds(organization_id, id),
  constraint settlements_amount_check CHECK (amount <> 0),
  constraint settlements_check CHECK ((kind = 'refund'::text) = (refund_id IS NOT NULL)),
  constraint settlements_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'pack'::text])),
  constraint settlements_of_kind CHECK ((kind = 'pack'::text) = (pack_use_id IS NOT NULL) AND (kind = 'pack'::text) = (payment_id IS NULL))
);
CREATE INDEX settlements_by_date ON settlements USING btree (organization_id, at);
CREATE INDEX settlements_of_charge ON settlements USING btree (organization_id, charge_id, at);
CREATE INDEX settlements_of_pack_use ON settlements USING btree (organization_id, pack_use_id) WHERE pack_use_id IS NOT NULL;
CREATE INDEX settlements_of_payment ON settlements USING btree (organization_id, payment_id);
CREATE INDEX settlements_of_refund ON settlements USING btree (organization_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE TRIGGER settlements_immutable BEFORE DELETE OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_kept BEFORE TRUNCATE ON settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table share_collections (
  organization_id uuid not null,
  event_id uuid not null,
  card_id uuid not null,
  payment_id uuid not null,
  amount integer not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint share_collections_pkey PRIMARY KEY (organization_id, event_id),
  constraint share_collections_organization_id_card_id_fkey FOREIGN KEY (organization_id, card_id) REFERENCES cards(organization_id, id),
  constraint share_collections_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id) ON DELETE CASCADE,
  constraint share_collections_amount_check CHECK (amount > 0)
);
CREATE INDEX share_collections_open ON share_collections USING btree (created_at) WHERE ended_at IS NULL;

create table sign_on_domains (
  organization_id uuid not null,
  id uuid not null,
  domain text not null,
  token text not null,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  checked_on date,
  absent_days integer default 0 not null,
  constraint sign_on_domains_pkey PRIMARY KEY (organization_id, id),
  constraint sign_on_domains_organization_id_domain_key UNIQUE (organization_id, domain),
  constraint sign_on_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES sign_on_providers(organization_id) ON DELETE CASCADE
);
CREATE INDEX sign_on_domains_confirmed ON sign_on_domains USING btree (domain) WHERE confirmed_at IS NOT NULL;

create table sign_on_providers (
  organization_id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sign_on_providers_pkey PRIMARY KEY (organization_id)
);

create table single_sign_on_requests (
  state_hash bytea not null,
  expires_at timestamp with time zone not null,
  organization_id uuid,
  constraint single_sign_on_requests_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX single_sign_on_requests_expired ON single_sign_on_requests USING btree (expires_at);

create table slugs (
  slug text not null,
  organization_id uuid not null,
  is_current boolean not null,
  ends_at timestamp with time zone,
  constraint slugs_pkey PRIMARY KEY (slug),
  constraint slugs_check CHECK (is_current = (ends_at IS NULL))
);
CREATE UNIQUE INDEX slugs_current ON slugs USING btree (organization_id) WHERE is_current;

create table sms_messages (
  id uuid not null,
  organization_id uuid not null,
  user_id uuid,
  customer_id uuid,
  recipient text not null,
  body text not null,
  about uuid,
  status text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  last_error text,
  provider_id text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint sms_messages_pkey PRIMARY KEY (id),
  constraint sms_messages_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX sms_messages_about ON sms_messages USING btree (about) WHERE status = 'waiting'::text AND about IS NOT NULL;
CREATE INDEX sms_messages_of_customer ON sms_messages USING btree (organization_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX sms_messages_of_organization ON sms_messages USING btree (organization_id, created_at);
CREATE INDEX sms_messages_of_person ON sms_messages USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sms_messages_old ON sms_messages USING btree (created_at);
CREATE INDEX sms_messages_waiting ON sms_messages USING btree (next_try_at) WHERE status = 'waiting'::text;

create table sports (
  id integer not null,
  name_en text not null,
  name_fr text not null,
  constraint sports_pkey PRIMARY KEY (id),
  constraint sports_name_en_key UNIQUE (name_en),
  constraint sports_name_fr_key UNIQUE (name_fr)
);

create table subscription_freezes (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  from_on date not null,
  to_on date not null,
  reason text not null,
  by_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscription_freezes_pkey PRIMARY KEY (organization_id, id),
  constraint subscription_freezes_by_id_fkey FOREIGN KEY (by_id) REFERENCES users(id),
  constraint subscription_freezes_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint subscription_freezes_never_overlap EXCLUDE USING gist (organization_id WITH =, subscription_id WITH =, daterange(from_on, to_on, '[]'::text) WITH &&),
  constraint subscription_freezes_check CHECK (to_on >= from_on)
);

create table subscription_grants (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  customer_id uuid not null,
  from_on date not null,
  to_on date not null,
  is_grace boolean not null,
  name text not null,
  role_id integer,
  discounts jsonb not null,
  rules jsonb,
  constraint subscription_grants_pkey PRIMARY KEY (organization_id, id),
  constraint subscription_grants_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint subscription_grants_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint subscription_grants_check CHECK (to_on >= from_on)
);
CREATE INDEX subscription_grants_of_customer ON subscription_grants USING btree (organization_id, customer_id, to_on);
CREATE INDEX subscription_grants_of_subscription ON subscription_grants USING btree (organization_id, subscription_id);

create table subscription_terms (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  position integer not null,
  from_on date not null,
  to_on date not null,
  type_id uuid not null,
  terms jsonb not null,
  price integer not null,
  charge_id uuid,
  is_paid boolean not null,
  voided_at timestamp with time zone,
  noticed_on date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  joining_fee integer default 0 not null,
  is_notice_unsent boolean default false not null,
  constraint subscription_terms_pkey PRIMARY KEY (organization_id, id),
  constraint subscription_terms_organization_id_subscription_id_position_key UNIQUE (organization_id, subscription_id, "position"),
  constraint subscription_terms_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint subscription_terms_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint subscription_terms_organization_id_type_id_fkey FOREIGN KEY (organization_id, type_id) REFERENCES subscription_types(organization_id, id),
  constraint subscription_terms_never_overlap EXCLUDE USING gist (organization_id WITH =, subscription_id WITH =, daterange(from_on, to_on, '[]'::text) WITH &&) WHERE (voided_at IS NULL) DEFERRABLE INITIALLY DEFERRED,
  constraint subscription_terms_check CHECK (to_on >= from_on),
  constraint subscription_terms_position_check CHECK ("position" > 0),
  constraint subscription_terms_price_check CHECK (price > 0)
);
CREATE INDEX subscription_terms_of_charge ON subscription_terms USING btree (organization_id, charge_id) WHERE charge_id IS NOT NULL;

create table subscription_types (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  description text,
  product_id uuid,
  price integer not null,
  joining_fee integer not null,
  min_age integer,
  max_age integer,
  age_on text not null,
  term_kind text not null,
  term_length integer,
  season_start text,
  prorate text not null,
  renewal text not null,
  notice_days integer not null,
  grace_days integer not null,
  freeze_max_days integer not null,
  freeze_min_days integer not null,
  sale_from date,
  sale_to date,
  capacity integer,
  terms_text text,
  role_id integer,
  discounts jsonb not null,
  packs jsonb not null,
  rules jsonb,
  version integer not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sold_online boolean default false not null,
  constraint subscription_types_pkey PRIMARY KEY (organization_id, id),
  constraint subscription_types_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint subscription_types_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint subscription_types_age_on_check CHECK (age_on = ANY (ARRAY['start'::text, 'season'::text])),
  constraint subscription_types_capacity_check CHECK (capacity > 0),
  constraint subscription_types_check CHECK ((term_kind = 'season'::text) = (season_start IS NOT NULL)),
  constraint subscription_types_check1 CHECK ((term_kind = 'season'::text) = (term_length IS NULL)),
  constraint subscription_types_freeze_max_days_check CHECK (freeze_max_days >= 0),
  constraint subscription_types_freeze_min_days_check CHECK (freeze_min_days > 0),
  constraint subscription_types_grace_days_check CHECK (grace_days >= 0),
  constraint subscription_types_joining_fee_check CHECK (joining_fee >= 0),
  constraint subscription_types_price_check CHECK (price > 0),
  constraint subscription_types_prorate_check CHECK (prorate = ANY (ARRAY['none'::text, 'month'::text, 'day'::text])),
  constraint subscription_types_renewal_check CHECK (renewal = ANY (ARRAY['none'::text, 'by_hand'::text])),
  constraint subscription_types_term_kind_check CHECK (term_kind = ANY (ARRAY['months'::text, 'days'::text, 'season'::text])),
  constraint subscription_types_term_length_check CHECK (term_length > 0),
  constraint subscription_types_version_check CHECK (version > 0)
);

create table subscriptions (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type_id uuid not null,
  next_type_id uuid,
  starts_on date not null,
  ends_on date not null,
  holds_until date not null,
  renews boolean not null,
  canceled_on date,
  end_reason text,
  beyond_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  external_id text,
  imported_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (organization_id, id),
  constraint subscriptions_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint subscriptions_organization_id_next_type_id_fkey FOREIGN KEY (organization_id, next_type_id) REFERENCES subscription_types(organization_id, id),
  constraint subscriptions_organization_id_type_id_fkey FOREIGN KEY (organization_id, type_id) REFERENCES subscription_types(organization_id, id),
  constraint subscriptions_check CHECK (holds_until >= ends_on)
);
CREATE INDEX subscriptions_by_end ON subscriptions USING btree (organization_id, ends_on, id);
CREATE UNIQUE INDEX subscriptions_by_external_id ON subscriptions USING btree (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX subscriptions_of_customer ON subscriptions USING btree (organization_id, customer_id, id);
CREATE INDEX subscriptions_of_type ON subscriptions USING btree (organization_id, type_id, id);
CREATE INDEX subscriptions_renewing ON subscriptions USING btree (ends_on, id) WHERE renews AND canceled_on IS NULL;

create table tax_rates (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  rate integer not null,
  is_exempt boolean not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint tax_rates_pkey PRIMARY KEY (organization_id, id),
  constraint tax_rates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tax_rates_check CHECK (NOT is_exempt OR rate = 0),
  constraint tax_rates_rate_check CHECK (rate >= 0 AND rate <= 100000)
);

create table till_closings (
  organization_id uuid not null,
  id uuid not null,
  till_id uuid not null,
  session_id uuid not null,
  number integer not null,
  closed_by uuid not null,
  closed_at timestamp with time zone not null,
  content jsonb not null,
  perpetual_total bigint not null,
  banked integer not null,
  next_float integer not null,
  constraint till_closings_pkey PRIMARY KEY (organization_id, id),
  constraint till_closings_organization_id_session_id_key UNIQUE (organization_id, session_id),
  constraint till_closings_organization_id_till_id_number_key UNIQUE (organization_id, till_id, number),
  constraint till_closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint till_closings_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES till_sessions(organization_id, id),
  constraint till_closings_organization_id_till_id_fkey FOREIGN KEY (organization_id, till_id) REFERENCES tills(organization_id, id),
  constraint till_closings_banked_check CHECK (banked >= 0),
  constraint till_closings_next_float_check CHECK (next_float >= 0),
  constraint till_closings_number_check CHECK (number > 0)
);
CREATE INDEX till_closings_by_date ON till_closings USING btree (organization_id, closed_at DESC, id DESC);
CREATE INDEX till_closings_everywhere ON till_closings USING btree (closed_at DESC, id DESC);
CREATE TRIGGER till_closings_immutable BEFORE DELETE OR UPDATE ON till_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER till_closings_kept BEFORE TRUNCATE ON till_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table till_movements (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  kind text not null,
  method text not null,
  amount integer not null,
  payment_id uuid,
  refund_id uuid,
  corrects_movement_id uuid,
  corrects_closing_id uuid,
  reason text,
  by_id uuid,
  created_at timestamp with time zone not null,
  constraint till_movements_pkey PRIMARY KEY (organization_id, id),
  constraint till_movements_by_id_fkey FOREIGN KEY (by_id) REFERENCES users(id),
  constraint till_movements_organization_id_corrects_closing_id_fkey FOREIGN KEY (organization_id, corrects_closing_id) REFERENCES till_closings(organization_id, id),
  constraint till_movements_organization_id_corrects_movement_id_fkey FOREIGN KEY (organization_id, corrects_movement_id) REFERENCES till_movements(organization_id, id),
  constraint till_movements_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint till_movements_organization_id_refund_id_fkey FOREIGN KEY (organization_id, refund_id) REFERENCES refunds(organization_id, id),
  constraint till_movements_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES till_sessions(organization_id, id),
  constraint till_movements_amount_check CHECK (amount <> 0),
  constraint till_movements_corrects CHECK ((kind = 'correction'::text) = (num_nonnulls(corrects_movement_id, corrects_closing_id) = 1) AND num_nonnulls(corrects_movement_id, corrects_closing_id) <= 1),
  constraint till_movements_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'paid_in'::text, 'paid_out'::text, 'bank'::text, 'correction'::text])),
  constraint till_movements_method_check CHECK (method = ANY (ARRAY['cash'::text, 'check'::text, 'card_on_site'::text])),
  constraint till_movements_of_kind CHECK (
CASE kind
    WHEN 'payment'::text THEN amount > 0 AND payment_id IS NOT NULL AND refund_id IS NULL
    WHEN 'refund'::text THEN amount < 0 AND payment_id IS NOT NULL AND refund_id IS NOT NULL
    WHEN 'paid_in'::text THEN amount > 0 AND payment_id IS NULL
    WHEN 'correction'::text THEN payment_id IS NULL
    ELSE amount < 0 AND payment_id IS NULL
END),
  constraint till_movements_reason CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])) OR reason IS NOT NULL AND by_id IS NOT NULL AND refund_id IS NULL)
);
CREATE INDEX till_movements_by_date ON till_movements USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX till_movements_everywhere ON till_movements USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX till_movements_of_payment ON till_movements USING btree (organization_id, payment_id) WHERE kind = 'payment'::text;
CREATE UNIQUE INDEX till_movements_of_refund ON till_movements USING btree (organization_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX till_movements_of_session ON till_movements USING btree (organization_id, session_id, created_at DESC, id DESC);
CREATE TRIGGER till_movements_immutable BEFORE DELETE OR UPDATE ON till_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER till_movements_kept BEFORE TRUNCATE ON till_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table till_sessions (
  organization_id uuid not null,
  id uuid not null,
  till_id uuid not null,
  business_date date not null,
  currency text not null,
  opening_float integer not null,
  opened_by uuid not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint till_sessions_pkey PRIMARY KEY (organization_id, id),
  constraint till_sessions_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint till_sessions_organization_id_till_id_fkey FOREIGN KEY (organization_id, till_id) REFERENCES tills(organization_id, id),
  constraint till_sessions_opening_float_check CHECK (opening_float >= 0)
);
CREATE UNIQUE INDEX till_sessions_open ON till_sessions USING btree (organization_id, till_id) WHERE closed_at IS NULL;

create table tills (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  facility_id uuid,
  active boolean not null,
  active_since timestamp with time zone not null,
  last_number integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint tills_pkey PRIMARY KEY (organization_id, id),
  constraint tills_organization_id_facility_id_fkey FOREIGN KEY (organization_id, facility_id) REFERENCES facilities(organization_id, id),
  constraint tills_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tills_last_number_check CHECK (last_number >= 0)
);
CREATE UNIQUE INDEX tills_name_key ON tills USING btree (organization_id, fold(name)) WHERE active;

create table time_windows (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  weekdays integer[] not null,
  start_time text not null,
  end_time text not null,
  from_date date,
  to_date date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint time_windows_pkey PRIMARY KEY (organization_id, id),
  constraint time_windows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint time_windows_check CHECK (from_date <= to_date),
  constraint time_windows_weekdays_check CHECK (cardinality(weekdays) >= 1 AND cardinality(weekdays) <= 7)
);
CREATE UNIQUE INDEX time_windows_name_key ON time_windows USING btree (organization_id, fold(name)) WHERE archived_at IS NULL;

create table totp_secrets (
  user_id uuid not null,
  secret bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_interval integer,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table units (
  organization_id uuid not null,
  id uuid not null,
  constraint units_pkey PRIMARY KEY (organization_id, id),
  constraint units_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table users (
  id uuid not null,
  email text not null,
  first_name text collate "und-x-icu" not null,
  last_name text collate "und-x-icu" not null,
  phone text,
  password_hash text not null,
  email_verified_at timestamp with time zone,
  active boolean default true not null,
  platform_admin boolean default false not null,
  language text,
  theme text default 'system'::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search text collate "C" generated always as (fold(((((first_name || ' '::text) || last_name) || ' '::text) || email))) stored not null,
  is_api_key boolean default false not null,
  has_second_factor boolean default false not null,
  administrator_since timestamp with time zone,
  pending_join jsonb,
  closes_at timestamp with time zone,
  closed_at timestamp with time zone,
  accepted_terms text,
  reminder_lead integer,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_lowercase CHECK (email = lower(email)),
  constraint users_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint users_reminder_lead CHECK (reminder_lead >= 30 AND reminder_lead <= 10080),
  constraint users_theme_check CHECK (theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text]))
);
CREATE INDEX users_by_email ON users USING btree (email);
CREATE INDEX users_by_name ON users USING btree (last_name, first_name, id);
CREATE INDEX users_by_phone ON users USING gin (regexp_replace(phone, '\D'::text, ''::text, 'g'::text) gin_trgm_ops) WHERE phone IS NOT NULL;
CREATE INDEX users_closing ON users USING btree (closes_at) WHERE closes_at IS NOT NULL;
CREATE UNIQUE INDEX users_email_key ON users USING btree (email) WHERE email_verified_at IS NOT NULL;
CREATE INDEX users_platform_admins ON users USING btree (id) WHERE platform_admin;
CREATE INDEX users_search ON users USING gin (search gin_trgm_ops);
CREATE INDEX users_unverified ON users USING btree (created_at) WHERE email_verified_at IS NULL;

create table views (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  name text collate natural_order not null,
  state jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint views_pkey PRIMARY KEY (organization_id, id),
  constraint views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX views_page_name_key ON views USING btree (organization_id, user_id, COALESCE(state ->> 'page'::text, 'planning'::text), fold(name)) NULLS NOT DISTINCT;

create table voucher_uses (
  organization_id uuid not null,
  id uuid not null,
  voucher_id uuid not null,
  payment_id uuid not null,
  refund_id uuid,
  amount integer not null,
  at timestamp with time zone not null,
  constraint voucher_uses_pkey PRIMARY KEY (organization_id, id),
  constraint voucher_uses_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint voucher_uses_organization_id_refund_id_fkey FOREIGN KEY (organization_id, refund_id) REFERENCES refunds(organization_id, id),
  constraint voucher_uses_organization_id_voucher_id_fkey FOREIGN KEY (organization_id, voucher_id) REFERENCES vouchers(organization_id, id),
  constraint voucher_uses_amount_check CHECK (amount <> 0),
  constraint voucher_uses_sign CHECK ((refund_id IS NULL) = (amount > 0))
);
CREATE INDEX voucher_uses_of_payment ON voucher_uses USING btree (organization_id, payment_id);
CREATE INDEX voucher_uses_of_refund ON voucher_uses USING btree (organization_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX voucher_uses_of_voucher ON voucher_uses USING btree (organization_id, voucher_id, at, id);
CREATE TRIGGER voucher_uses_immutable BEFORE DELETE OR UPDATE ON voucher_uses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER voucher_uses_kept BEFORE TRUNCATE ON voucher_uses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table vouchers (
  organization_id uuid not null,
  id uuid not null,
  code text not null,
  purpose text not null,
  currency text not null,
  amount integer not null,
  used integer default 0 not null,
  expires_on date not null,
  buyer_id uuid not null,
  charge_id uuid not null,
  recipient_name text,
  recipient_email text,
  message text,
  language text not null,
  deliver_on date,
  delivered_at timestamp with time zone,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint vouchers_pkey PRIMARY KEY (organization_id, id),
  constraint vouchers_organization_id_code_key UNIQUE (organization_id, code),
  constraint vouchers_organization_id_buyer_id_fkey FOREIGN KEY (organization_id, buyer_id) REFERENCES customers(organization_id, id),
  constraint vouchers_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  constraint vouchers_amount_check CHECK (amount > 0),
  constraint vouchers_canceled_unused CHECK (canceled_at IS NULL OR used = 0),
  constraint vouchers_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text),
  constraint vouchers_delivered_to CHECK (deliver_on IS NULL OR recipient_email IS NOT NULL),
  constraint vouchers_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text])),
  constraint vouchers_purpose_check CHECK (purpose = ANY (ARRAY['single'::text, 'multi'::text])),
  constraint vouchers_used CHECK (used >= 0 AND used <= amount)
);
CREATE INDEX vouchers_latest ON vouchers USING btree (organization_id, created_at DESC, id);
CREATE INDEX vouchers_of_buyer ON vouchers USING btree (organization_id, buyer_id);
CREATE INDEX vouchers_of_charge ON vouchers USING btree (organization_id, charge_id);
CREATE INDEX vouchers_of_recipient ON vouchers USING btree (recipient_email) WHERE recipient_email IS NOT NULL;
CREATE INDEX vouchers_to_deliver ON vouchers USING btree (deliver_on, organization_id, id) WHERE deliver_on IS NOT NULL AND delivered_at IS NULL AND canceled_at IS NULL;

create table waitlist_entries (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  sport_id integer,
  field_id uuid,
  facility_id uuid,
  space text,
  date date not null,
  timezone text not null,
  first_start timestamp with time zone not null,
  last_start timestamp with time zone not null,
  durations integer[] not null,
  people integer,
  status text not null,
  last_end timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  passed_over text,
  passed_start timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  ended_at timestamp with time zone,
  constraint waitlist_entries_pkey PRIMARY KEY (organization_id, id),
  constraint waitlist_entries_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint waitlist_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint waitlist_entries_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(id),
  constraint waitlist_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint waitlist_entries_check CHECK (last_start >= first_start),
  constraint waitlist_entries_check1 CHECK ((ended_at IS NULL) = (status = ANY (ARRAY['waiting'::text, 'offered'::text]))),
  constraint waitlist_entries_check2 CHECK ((passed_over IS NULL) = (passed_start IS NULL)),
  constraint waitlist_entries_passed_over_check CHECK (passed_over = ANY (ARRAY['horizon'::text, 'booked'::text, 'limit'::text, 'offer'::text, 'quota'::text, 'blocked'::text])),
  constraint waitlist_entries_space_check CHECK (space = ANY (ARRAY['indoor'::text, 'outdoor'::text])),
  constraint waitlist_entries_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'offered'::text, 'booked'::text, 'left'::text, 'ended'::text]))
);
CREATE INDEX waitlist_entries_due ON waitlist_entries USING btree (ends_at) WHERE ended_at IS NULL;
CREATE INDEX waitlist_entries_ended ON waitlist_entries USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX waitlist_entries_of_user ON waitlist_entries USING btree (user_id, first_start);
CREATE INDEX waitlist_entries_open ON waitlist_entries USING btree (organization_id, first_start) WHERE ended_at IS NULL;

create table waitlist_offers (
  organization_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  event_id uuid not null,
  status text not null,
  price integer not null,
  price_type text,
  offered_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint waitlist_offers_pkey PRIMARY KEY (organization_id, id),
  constraint waitlist_offers_organization_id_event_id_key UNIQUE (organization_id, event_id),
  constraint waitlist_offers_organization_id_entry_id_fkey FOREIGN KEY (organization_id, entry_id) REFERENCES waitlist_entries(organization_id, id) ON DELETE CASCADE,
  constraint waitlist_offers_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id),
  constraint waitlist_offers_check CHECK ((ended_at IS NULL) = (status = 'open'::text)),
  constraint waitlist_offers_status_check CHECK (status = ANY (ARRAY['open'::text, 'taken'::text, 'declined'::text, 'lapsed'::text, 'withdrawn'::text]))
);
CREATE INDEX waitlist_offers_of_entry ON waitlist_offers USING btree (organization_id, entry_id);
CREATE UNIQUE INDEX waitlist_offers_open ON waitlist_offers USING btree (organization_id, entry_id) WHERE status = 'open'::text;

create table waitlist_releases (
  organization_id uuid not null,
  id uuid not null,
  field_id uuid,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  user_id uuid,
  due_at timestamp with time zone not null,
  constraint waitlist_releases_pkey PRIMARY KEY (organization_id, id),
  constraint waitlist_releases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX waitlist_releases_due ON waitlist_releases USING btree (due_at);

create table wallet_entries (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  kind text not null,
  amount integer not null,
  payment_id uuid not null,
  refund_id uuid,
  at timestamp with time zone not null,
  constraint wallet_entries_pkey PRIMARY KEY (organization_id, id),
  constraint wallet_entries_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint wallet_entries_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint wallet_entries_organization_id_refund_id_fkey FOREIGN KEY (organization_id, refund_id) REFERENCES refunds(organization_id, id),
  constraint wallet_entries_kind_check CHECK (kind = ANY (ARRAY['top_up'::text, 'refund'::text, 'use'::text, 'use_back'::text, 'payout'::text])),
  constraint wallet_entries_of_kind CHECK ((refund_id IS NULL) = (kind = ANY (ARRAY['top_up'::text, 'use'::text]))),
  constraint wallet_entries_sign CHECK (
CASE
    WHEN kind = ANY (ARRAY['use'::text, 'payout'::text]) THEN amount < 0
    ELSE amount > 0
END)
);
CREATE INDEX wallet_entries_of_customer ON wallet_entries USING btree (organization_id, customer_id, at, id);
CREATE INDEX wallet_entries_of_payment ON wallet_entries USING btree (organization_id, payment_id);
CREATE INDEX wallet_entries_of_refund ON wallet_entries USING btree (organization_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE TRIGGER wallet_entries_immutable BEFORE DELETE OR UPDATE ON wallet_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_entry();
CREATE TRIGGER wallet_entries_kept BEFORE TRUNCATE ON wallet_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table wallets (
  organization_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  amount integer not null,
  updated_at timestamp with time zone not null,
  constraint wallets_pkey PRIMARY KEY (organization_id, customer_id),
  constraint wallets_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint wallets_amount_check CHECK (amount >= 0)
);

create table webhook_attempts (
  organization_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  at timestamp with time zone not null,
  url text not null,
  duration_ms integer not null,
  status integer,
  failure text,
  answer text,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_attempts_organization_id_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_deliveries(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts USING btree (organization_id, delivery_id, at);

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  position bigint generated always as identity not null,
  type text not null,
  subject_id uuid not null,
  body text not null,
  status text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  queued_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (organization_id, webhook_id, "position" DESC);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (next_try_at) WHERE status = 'waiting'::text;

create table webhooks (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  kinds text[] not null,
  active boolean default true not null,
  secret text not null,
  former_secret text,
  former_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  turned_off_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
