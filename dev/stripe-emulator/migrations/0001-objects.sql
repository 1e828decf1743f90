-- What the emulator knows, as Stripe would send it, and the answers that it gave to idempotency keys.
create table objects (
  id text primary key,
  account text not null,
  kind text not null,
  parent text,
  data jsonb not null,
  created_at timestamptz not null
);
create index objects_of_kind on objects (account, kind, created_at desc, id desc);
create index objects_of_parent on objects (parent, kind) where parent is not null;

create table answers (
  account text not null,
  key text not null,
  asked text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (account, key)
);

-- A demo from before keeps its play money: these tables were the product's, whose own migrations drop them afterwards.
do $$
begin
  if to_regclass('public.sandbox_objects') is not null then
    insert into objects (id, account, kind, parent, data, created_at)
      select id, account, kind, parent, data, created_at from public.sandbox_objects;
    insert into answers (account, key, asked, status, answer, created_at)
      select account, key, asked, status, answer, created_at from public.sandbox_answers;
  end if;
end
$$;
