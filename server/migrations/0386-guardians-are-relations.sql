-- Relations say who the guardian is. The column keeps what the undoing of merges by 0.1.0 reads.
update customers set guardian_id = null where guardian_id is not null and merged_into_id is null;
