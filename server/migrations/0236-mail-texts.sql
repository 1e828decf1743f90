-- Sentences of an organization before and after the facts of its mails to players.
create table mail_texts (
  organization_id uuid not null,
  -- Name of the template.
  kind text not null,
  language text not null,
  opening text,
  closing text,
  primary key (organization_id, kind, language),
  check (num_nonnulls(opening, closing) > 0)
);
select distribute_by_organization('mail_texts');
alter table mail_texts add foreign key (organization_id) references organizations;
