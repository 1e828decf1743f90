-- Whoever reads a code in the output of a server may make its first administrator, in the browser.
create table administrator_codes (
  code_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
