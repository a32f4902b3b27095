create table platform.visitors (
  id uuid primary key,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create index visitors_seen_at on platform.visitors (seen_at);

alter table carts add foreign key (visitor_id) references platform.visitors (id) on delete cascade;
alter table orders add foreign key (visitor_id) references platform.visitors (id) on delete set null;
