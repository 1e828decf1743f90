-- Payers use what was paid ahead by themselves: nobody of the team records such a payment.
alter table payments drop constraint payments_recorded;
alter table payments add constraint payments_recorded check (
  case when provider is not null then recorded_by is null
    else recorded_by is not null or method in ('balance', 'voucher')
  end
);

-- One's own vouchers are found by the address that they were mailed to, in all organizations.
create index vouchers_of_recipient on vouchers (recipient_email) where recipient_email is not null;
