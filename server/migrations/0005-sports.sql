create table sports (
  id integer primary key,
  name_en text not null,
  name_fr text not null,
  constraint sports_name_en_key unique (name_en),
  constraint sports_name_fr_key unique (name_fr)
);
