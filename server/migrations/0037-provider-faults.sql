-- What was asked for, where the provider took another amount; `amount` is what it took.
alter table payments add column asked_amount integer;

-- A refund that the bank sent back, and that the team has paid in another way.
alter table refunds add column paid_otherwise_at timestamptz;

-- The organization has ended the connection at the provider: connecting again makes a new account.
alter table payment_accounts add column disconnected_at timestamptz;
