alter table organizations
  add column booking_privacy text not null default 'private' check (booking_privacy in ('private', 'public')),
  -- Told once in the settings: this migration has made bookings to come private.
  add column has_privacy_notice boolean not null default false;

alter table memberships
  add column listed text not null default 'no' check (listed in ('no', 'short', 'full'));

with hidden as (
  update events set confidentiality = 'private'
  where start_time > now() and confidentiality = 'public' and (customer_id is not null or customer_name is not null)
  returning organization_id
)
update organizations set has_privacy_notice = true where id in (select organization_id from hidden);

-- Dates that are added to a series later are private by default as well.
update series set template = template - 'confidentiality'
where template ->> 'confidentiality' = 'public' and jsonb_typeof(template -> 'customer') = 'object';

alter table calendars add column created_by uuid references users (id);
update calendars set created_by = user_id where user_id is not null;
update calendars set created_by = (
  select activity.actor_id from activity
  where activity.organization_id = calendars.organization_id and activity.subject_id = calendars.field_id::text
    and activity.act = 'calendars.renewField' and activity.actor_id is not null
  order by activity.at desc
  limit 1
)
where field_id is not null;
-- Nobody can tell with whose right these are read.
delete from calendars where created_by is null;
alter table calendars alter column created_by set not null;
create index calendars_of_maker on calendars (created_by);
