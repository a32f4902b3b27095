-- Contact forms that were imported. Those of `shop.config.ts` have no row.
create table contact_forms (
  id integer primary key check (id > 0),
  definition jsonb not null check (jsonb_typeof(definition) = 'object'),
  imported_at timestamptz not null,
  constraint contact_forms_same_id check ((definition ->> 'id')::integer = id)
);
