create table platform.visitors (
  id uuid primary key,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create index visitors_seen_at on platform.visitors (seen_at);
