-- Sold by itself at this price, in minor units; null where it is not.
alter table products add column price integer;
alter table products add check (price is null or price > 0 and kind in ('goods', 'fee', 'coaching'));

-- A charge of another kind than a booking is a line of a sale: what was agreed is copied.
alter table charges alter column event_id drop not null;
alter table charges add column product_id uuid;
alter table charges add column label text;
alter table charges add column quantity integer;
alter table charges add column unit_price integer;
-- Of a price that is not the product's.
alter table charges add column price_reason text;
-- Null: the organization's own rate, in hundredths of a percent.
alter table charges add column tax_rate_id uuid;
alter table charges add column vat_rate integer;
alter table charges add foreign key (organization_id, product_id) references products;
alter table charges add foreign key (organization_id, tax_rate_id) references tax_rates;
alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check check (kind in ('booking', 'goods', 'fee', 'coaching'));
alter table charges add constraint charges_of_kind check (
  case when kind = 'booking' then event_id is not null and num_nonnulls(product_id, label, quantity, unit_price) = 0
    else event_id is null and num_nonnulls(customer_id, product_id, label, quantity, unit_price, vat_rate) = 6
      and quantity > 0 and unit_price > 0 and amount = quantity::bigint * unit_price end
);

-- Money is for a booking, or for a line of a sale.
alter table payments alter column event_id drop not null;
alter table payments add column charge_id uuid;
alter table payments add foreign key (organization_id, charge_id) references charges;
alter table payments add constraint payments_of_one check (num_nonnulls(event_id, charge_id) = 1);
alter table payments add constraint payments_of_sales check (charge_id is null or provider is null);
create index payments_of_charge on payments (organization_id, charge_id) where charge_id is not null;

update roles set permissions = permissions || '{sales.create}'
where type = 'admin' and id in (1, 2, 3) and not permissions @> '{sales.create}';
