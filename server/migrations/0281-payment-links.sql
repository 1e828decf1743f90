-- When the team mailed or copied the link of a payment page.
alter table payments add column link_sent_at timestamptz;
alter table payments add column link_copied_at timestamptz;
