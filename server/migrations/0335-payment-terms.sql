-- How a customer pays: with each sale, or by an invoice for each month.
alter table customers add column billing text not null default 'at_payment';
alter table customers add column payment_days integer not null default 0;
alter table customers add constraint customers_billing check (billing in ('at_payment', 'monthly'));
alter table customers add constraint customers_payment_days check (
  payment_days between 0 and case billing when 'monthly' then 45 else 60 end
);
create index customers_monthly on customers (organization_id, id) where billing = 'monthly';
