-- Counts of rate limits, as rate-limiter-flexible keeps them. A key names limit, window and a keyed hash of who is counted.
create table platform.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970, after which the count is of no use.
  expire bigint
);

create index rate_limits_expire on platform.rate_limits (expire);
