-- Names of the activity log and reads over all organizations look payments up by their id.
create index payments_by_id on payments (id);

-- The overview counts what waits for approval or money from the index alone.
drop index events_to_approve;
create index events_to_approve on events (organization_id, start_time, id) include (pending_reason)
  where status = 'pending';
drop index events_to_approve_everywhere;
create index events_to_approve_everywhere on events (start_time, id) include (organization_id, pending_reason)
  where status = 'pending';
drop index events_unpaid;
create index events_unpaid on events (organization_id, start_time, id) include (pending_reason)
  where payment_status in ('due', 'partially_paid') and status in ('pending', 'approved', 'completed');
