-- Conditions of cancellations: `{until, steps: [{from, percent}]}` in minutes before the start. Null: all comes back until
-- the start in an organization, the organization's in a role. An event keeps those that held when it was booked.
alter table organizations add column cancellation jsonb
  default '{"until": 1440, "steps": [{"from": 1440, "percent": 100}]}';
update organizations set cancellation = jsonb_build_object(
  'until', cancellation_deadline * 60,
  'steps', jsonb_build_array(jsonb_build_object('from', cancellation_deadline * 60, 'percent', 100))
);
alter table roles add column cancellation jsonb;
alter table events add column cancellation jsonb;
update events set cancellation = jsonb_build_object(
  'until', fields.cancellation_deadline * 60,
  'steps', jsonb_build_array(jsonb_build_object('from', fields.cancellation_deadline * 60, 'percent', 100))
)
from fields
where fields.organization_id = events.organization_id and fields.id = events.field_id
  and events.kind = 'event' and events.status in ('approved', 'pending') and events.end_time > now();
-- A field's own deadline in hours; null: the one of the conditions.
alter table fields alter column cancellation_deadline drop not null;
alter table fields alter column cancellation_deadline drop default;
update fields set cancellation_deadline = null
from organizations
where organizations.id = fields.organization_id
  and fields.cancellation_deadline = organizations.cancellation_deadline;
