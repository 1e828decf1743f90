-- Passkeys of a person (WebAuthn): the public keys alone, as the private ones never leave the authenticator.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Uses that the authenticator has counted; many count none.
  counter bigint not null,
  transports text[] not null,
  -- Whether other devices may have it too, and whether they do.
  is_synced boolean not null,
  is_backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Challenges that authenticators are to sign, each once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'confirm', 'signIn', 'secondStep')),
  -- Null where the passkey says who signs in.
  user_id uuid references users,
  expires_at timestamptz not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_expired on passkey_challenges (expires_at);
