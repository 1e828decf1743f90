-- Sellers of services in France who have chosen to owe VAT with the invoice and not with its money.
alter table organizations add column vat_on_debits boolean not null default false;
