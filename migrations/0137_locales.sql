-- A language tag (BCP 47). What is made from a row later is made in the row's language, and texts that a row copies are in it.
create domain locale as text check (value ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' and length(value) <= 35);

alter table carts add locale locale not null default 'en-GB';
alter table orders add locale locale not null default 'en-GB';
alter table documents add locale locale not null default 'en-GB';
alter table customers add locale locale not null default 'en-GB';
alter table email_preferences add locale locale not null default 'en-GB';
alter table wishlists add locale locale not null default 'en-GB';
alter table platform.mail add locale locale not null default 'en-GB';

-- The shop writes it with each row.
alter table carts alter locale drop default;
alter table orders alter locale drop default;
alter table documents alter locale drop default;
alter table customers alter locale drop default;
alter table email_preferences alter locale drop default;
alter table wishlists alter locale drop default;
alter table platform.mail alter locale drop default;
