-- When the fee of its no-show was waived; null where it was not, or the mark was taken back or charged since.
alter table events add column no_show_waived_at timestamptz;
