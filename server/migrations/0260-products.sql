-- Products say how a sale stands in the books. A tax rate is never changed, so that what was sold can refer to it.
create table tax_rates (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  -- Thousandths of a percent.
  rate integer not null check (rate between 0 and 100000),
  is_exempt boolean not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (not is_exempt or rate = 0)
);
select distribute_by_organization('tax_rates');
alter table tax_rates add foreign key (organization_id) references organizations;

create table products (
  organization_id uuid not null,
  id uuid not null,
  name text collate "und-x-icu" not null,
  kind text not null
    check (kind in ('court', 'coaching', 'subscription', 'pack', 'extra', 'goods', 'fee', 'voucher')),
  -- Null: the rate of the organization.
  tax_rate_id uuid,
  -- The product of what is sold of its kind and names no other.
  is_default boolean not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check (active or not is_default)
);
select distribute_by_organization('products');
alter table products add foreign key (organization_id) references organizations;
alter table products add foreign key (organization_id, tax_rate_id) references tax_rates;
create unique index products_default on products (organization_id, kind) where is_default;

-- Another rate for the customers of a category, as where a club is exempt for its members only.
create table product_taxes (
  organization_id uuid not null,
  product_id uuid not null,
  role_id integer not null,
  tax_rate_id uuid not null,
  primary key (organization_id, product_id, role_id)
);
select distribute_by_organization('product_taxes');
alter table product_taxes add foreign key (organization_id, product_id) references products;
alter table product_taxes add foreign key (organization_id, role_id) references roles;
alter table product_taxes add foreign key (organization_id, tax_rate_id) references tax_rates;

-- Null: the default product of courts.
alter table price_patterns add column product_id uuid;
alter table price_patterns add foreign key (organization_id, product_id) references products;
-- Copied when it is booked. Null: `vat_rate`, the rate of the organization.
alter table events add column tax_rate_id uuid;
alter table events add foreign key (organization_id, tax_rate_id) references tax_rates;

insert into products (organization_id, id, name, kind, is_default, active, created_at, updated_at)
select organizations.id, gen_random_uuid(), case organizations.country_id when 250 then french else english end,
  kind, true, true, organizations.created_at, organizations.created_at
from organizations cross join (values
  ('court', 'Court hire', 'Location de terrain'), ('subscription', 'Membership', 'Abonnement'),
  ('pack', 'Packs', 'Carnets'), ('extra', 'Extras', 'Suppléments'), ('goods', 'Goods', 'Articles'),
  ('fee', 'Fees', 'Frais'), ('voucher', 'Vouchers', 'Bons cadeaux')
) as known (kind, english, french);
insert into tax_rates (organization_id, id, name, rate, is_exempt, active, created_at, updated_at)
select organizations.id, gen_random_uuid(), known.name, known.rate, known.is_exempt, true,
  organizations.created_at, organizations.created_at
from organizations cross join (values
  ('Taux normal', 20000, false), ('Taux intermédiaire', 10000, false), ('Taux réduit', 5500, false),
  ('Taux particulier', 2100, false), ('Exonéré', 0, true)
) as known (name, rate, is_exempt)
where organizations.country_id = 250;

update roles set permissions = permissions || '{products.manage}'
where type = 'admin' and id in (1, 2) and not permissions @> '{products.manage}';
