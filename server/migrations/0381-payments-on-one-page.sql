-- Several debts are paid on one page of a provider: a payment for each, of one group, whose first has the group's id.
create unique index payments_session_of_group on payments (organization_id, provider_session_id)
  where provider_session_id is not null and (group_id is null or group_id = id);
drop index payments_provider_session_key;

-- A refund that was made at the provider may be of several of them.
create unique index refunds_provider_refund_of_payment on refunds (organization_id, provider_refund_id, payment_id)
  where provider_refund_id is not null;
drop index refunds_provider_refund_key;
