-- People book on the public page without an account: they prove their address by a code, or by a payment.
alter table organizations add column guest_booking text not null default 'off';
alter table organizations add constraint organizations_guest_booking_check
  check (guest_booking in ('off', 'code', 'payment'));
alter table organizations add column guest_horizon_days integer not null default 7;
alter table organizations add column guest_notice_minutes integer not null default 0;
alter table organizations add column guest_most_active integer not null default 2;

-- A customer who came by the public page, and when they have proved their address there.
alter table customers add column guest_since timestamptz;
alter table customers add column email_verified_at timestamptz;
-- Of mails to a customer without an account; null: that of the organization's country.
alter table customers add column language text;

-- Codes that prove an address, and the proof that a right code gives. Hashes alone.
create table customer_codes (
  organization_id uuid not null,
  id uuid not null,
  address_hash bytea not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  proof_hash bytea,
  proof_expires_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  check ((proof_hash is null) = (proof_expires_at is null))
);
select distribute_by_organization('customer_codes');
alter table customer_codes add foreign key (organization_id) references organizations;
create index customer_codes_old on customer_codes (created_at);

alter table access_links drop constraint access_links_purpose_check;
alter table access_links add constraint access_links_purpose_check check (purpose in ('offer', 'booking'));
create index access_links_of_subject on access_links (subject_id);

-- The key of a request may also be of somebody without an account: then it is the hash of their address.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
