-- Extensions that any owner of a database may create on PostgreSQL 13 and later.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;
