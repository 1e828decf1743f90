-- Which versions of terms and privacy policy a person has accepted, of which operator.
create table accepted_terms (
  user_id uuid not null references users on delete cascade,
  terms text not null,
  privacy text not null,
  -- Empty where the operator was not named.
  operator text not null,
  language text not null check (language in ('en', 'fr')),
  accepted_at timestamptz not null,
  primary key (user_id, terms, privacy, operator)
);
-- The last of them, kept beside the person, as every page asks for it.
alter table users add column accepted_terms text;
