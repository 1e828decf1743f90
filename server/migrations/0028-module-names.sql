-- Columns and indexes take the names that the code has. What clients read and send keeps its names.
alter table changes rename column room to module;
alter table views rename column sight to state;
alter index activity_of_room rename to activity_of_module;
alter table events rename constraint events_last to events_start_before_end;
alter table calendars rename constraint calendars_of_one to calendars_one_subject;
alter function overview_standing_changed() rename to overview_sums_changed;
