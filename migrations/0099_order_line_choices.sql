-- What was chosen of the attributes that a variation leaves open, so that it can be ordered again. Lines from before have only the names that were shown.
alter table order_lines add column choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object');
