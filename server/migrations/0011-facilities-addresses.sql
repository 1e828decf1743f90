-- The parts of an address; null where nobody knows them. What is shown and searched stays complete_address.
alter table facilities
  add line1 text,
  add postal_code text,
  add city text,
  -- ISO 3166-1, two letters.
  add country_code text check (country_code ~ '^[A-Z]{2}$');

-- `12 quai des Platanes, 69007 Lyon`
with parts as (
  select facilities.organization_id, facilities.id, organizations.country_id,
    regexp_match(facilities.complete_address, '^(.+), (\d{5}) ([^,]+)$') as part
  from facilities join organizations on organizations.id = facilities.organization_id
)
update facilities set
  line1 = part[1], postal_code = part[2], city = part[3],
  country_code = case country_id when 840 then 'US' else 'FR' end
from parts
where facilities.organization_id = parts.organization_id and facilities.id = parts.id and part is not null;

-- `200 Campus Drive, Lakeshore, IL 60201`
with parts as (
  select organization_id, id,
    regexp_match(complete_address, '^(.+), ([^,]+, [A-Z]{2}) (\d{5}(?:-\d{4})?)$') as part
  from facilities where country_code is null
)
update facilities set line1 = part[1], city = part[2], postal_code = part[3], country_code = 'US'
from parts
where facilities.organization_id = parts.organization_id and facilities.id = parts.id and part is not null;
