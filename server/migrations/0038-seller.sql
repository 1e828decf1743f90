-- Nobody charges VAT by silence: the profile is unset until the organization says it.
alter table organizations drop constraint organizations_vat_profile_check;
alter table organizations add constraint organizations_vat_profile_check
  check (vat_profile in ('unset', 'standard', 'franchise', 'exempt'));
alter table organizations alter column vat_profile set default 'unset';

alter table organizations
  add column region text,
  add column legal_form text,
  add column share_capital integer check (share_capital >= 0),
  add column registration_city text,
  add column is_unregistered boolean not null default false,
  add column vat_number_pending boolean not null default false,
  -- Until then an organization takes money although its identity is not complete.
  add column seller_due_at timestamptz;

-- Who has issued invoices keeps selling, under the name on them, and has a month to complete the rest.
update organizations set
  legal_name = coalesce(legal_name, name),
  seller_due_at = now() + interval '30 days'
where exists (select from invoices where invoices.organization_id = organizations.id);

-- Who has issued none, and left everything as it was made, has chosen nothing yet.
update organizations set vat_profile = 'unset'
where not exists (select from invoices where invoices.organization_id = organizations.id)
  and coalesce(legal_name, address_line, postal_code, city, identification_number, vat_number) is null
  and (country_id = 250 and vat_profile = 'standard' and vat_rate = 2000
    or country_id <> 250 and vat_profile = 'exempt' and vat_rate = 0);

-- American states had no place but before the ZIP code.
update organizations set region = split_part(postal_code, ' ', 1), postal_code = split_part(postal_code, ' ', 2)
where country_id = 840 and postal_code ~ '^[A-Z]{2} \d{5}(-\d{4})?$';

-- Outside of France invoices have other series than FA and AV.
alter table invoice_counters drop constraint invoice_counters_series_check;
alter table invoice_counters add constraint invoice_counters_series_check check (series ~ '^[A-Z]{2,4}$');
