-- What a person says that values of the file mean: [{ value, sportIds }]. The next import begins with it.
alter table imports add column sport_mapping jsonb not null default '[]';
