-- In which the file is read; null: guessed again, for files of before.
alter table imports add column encoding text;
