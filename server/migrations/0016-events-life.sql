alter table events
  add rejected_reason text,
  -- What it was before it was canceled or rejected, so that a restore gives it back.
  add former_status text check (former_status in ('pending', 'approved')),
  add former_pending_reason text check (former_pending_reason in ('payment', 'approval')),
  add ended_at timestamptz,
  -- Who canceled or rejected; null for a job.
  add ended_by uuid references users,
  -- A hold that ran out is not restored.
  add expired boolean not null default false,
  -- How it is to be paid.
  add payment text check (payment in ('online', 'on_site')),
  -- The price's snapshot, beside its lines: editing a pattern never re-prices an event.
  add price_pattern_id uuid,
  add price_plan text,
  add price_timeslot text,
  -- Hundredths of a percent.
  add vat_rate integer,
  add reminded_at timestamptz;
-- What the jobs look for.
create index events_to_complete on events (end_time) where status = 'approved';
create index events_held on events (hold_expires_at) where status = 'pending' and pending_reason = 'payment';
create index events_to_remind on events (start_time) where status = 'approved' and reminded_at is null;
create index events_to_approve on events (organization_id, start_time, id) where status = 'pending';

-- Nothing is paid online yet.
alter table organizations alter payment_on_site set default true;
update organizations set payment_on_site = true;
