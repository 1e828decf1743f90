-- The organization that a sign-in joins once its second step is done; null for all others.
alter table second_factor_tickets add column organization_id uuid;
