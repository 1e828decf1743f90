-- The seller's address, as invoices have to say it.
alter table organizations add column legal_name text;
alter table organizations add column address_line text;
alter table organizations add column postal_code text;
alter table organizations add column city text;

-- One row per series, held from the first number of a transaction to its end. The year is that of the last date: dates never
-- go back, so it begins again at 1 with the first date of a new year.
create table invoice_counters (
  organization_id uuid not null references organizations,
  series text not null check (series in ('FA', 'AV')),
  last integer not null,
  last_issued_on date not null,
  primary key (organization_id, series)
);

create table invoices (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null,
  payment_id uuid not null,
  refund_id uuid,
  event_id uuid not null,
  corrects_id uuid,
  user_id uuid references users,
  issued_on date not null,
  supplied_on date not null,
  language text not null,
  currency text not null,
  total_amount integer not null,
  tax_amount integer not null,
  buyer_name text collate "und-x-icu" not null,
  -- Everything the paper says, as it was then: seller, buyer, lines, rates, mentions.
  content jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint invoices_number_key unique (organization_id, number),
  foreign key (organization_id, payment_id) references payments,
  foreign key (organization_id, refund_id) references refunds,
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, corrects_id) references invoices,
  constraint invoices_of_kind check ((kind = 'credit_note') = (refund_id is not null)),
  constraint invoices_sign check (kind = 'invoice' and total_amount > 0 or kind = 'credit_note' and total_amount < 0)
);
create unique index invoices_by_id on invoices (id);
create unique index invoices_of_payment on invoices (organization_id, payment_id) where kind = 'invoice';
create unique index invoices_of_refund on invoices (organization_id, refund_id) where refund_id is not null;
create index invoices_by_payment on invoices (organization_id, payment_id);
-- Sums are read from it alone.
create index invoices_by_date on invoices (organization_id, issued_on desc, number desc)
  include (kind, currency, total_amount, tax_amount);
create index invoices_search on invoices using gin (fold(number || ' ' || buyer_name) gin_trgm_ops);
create index invoices_everywhere on invoices (issued_on desc, number desc, id);
create index invoices_of_user on invoices (user_id, created_at desc);

-- The PDF, once and for all; made by a job after the invoice was issued, or when it is first asked for.
create table invoice_files (
  organization_id uuid not null,
  invoice_id uuid not null,
  content bytea not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoices
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger invoices_immutable before update or delete on invoices for each row execute function refuse_change();
create trigger invoice_files_immutable before update or delete on invoice_files for each row execute function refuse_change();
create trigger invoices_kept before truncate on invoices for each statement execute function refuse_change();
create trigger invoice_files_kept before truncate on invoice_files for each statement execute function refuse_change();
