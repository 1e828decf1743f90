-- Who approved or rejected a request, and when. Unlike `ended_at`, a later cancellation keeps it.
alter table events add column decided_at timestamptz, add column decided_by uuid references users;

update events set decided_at = ended_at, decided_by = ended_by
where former_pending_reason = 'approval' and ended_by is not null and status in ('approved', 'completed', 'rejected');

create index events_decided on events (organization_id, decided_at desc, id) where decided_at is not null;
create index events_decided_everywhere on events (decided_at desc, id) where decided_at is not null;
