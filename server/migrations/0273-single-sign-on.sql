-- Sign-ins that have been sent to the provider of identities and wait for its answer, which counts once.
create table single_sign_on_requests (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index single_sign_on_requests_expired on single_sign_on_requests (expires_at);
