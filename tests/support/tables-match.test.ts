import {
  boolean,
  customType,
  integer,
  numeric,
  pgSchema,
  pgTable,
  serial,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from './database.ts';
import { findTableDifferences } from './tables-match.ts';

const database = useDatabase({ empty: true });
const citext = customType<{ data: string }>({ dataType: () => 'citext' });

beforeAll(async () => {
  await database.pool.query(`
    create extension citext;
    create domain slug as text check (value <> '');
    create schema extra;
    create table pots (
      id serial primary key, slug slug not null, name varchar(20) not null, price numeric(10, 2), sizes integer[] not null,
      mail citext, glazed boolean not null default false, fired_at timestamptz(3)
    );
    create table extra.notes (id integer primary key, text text)`);
});

const pots = {
  id: serial().primaryKey(),
  slug: text().notNull(),
  name: varchar({ length: 20 }).notNull(),
  price: numeric({ precision: 10, scale: 2 }),
  sizes: integer().array().notNull(),
  mail: citext(),
  glazed: boolean().notNull().default(false),
  firedAt: timestamp('fired_at', { withTimezone: true, precision: 3 }),
};

it('finds no difference in tables that are declared as migrations create them', async () => {
  const notes = pgSchema('extra').table('notes', { id: integer().primaryKey(), text: text() });
  expect(await findTableDifferences([pgTable('pots', pots), notes], database)).toEqual([]);
});

it('names every column that differs, in both directions', async () => {
  const { price, slug, ...others } = pots;
  const wrong = pgTable('pots', {
    ...others,
    slug: text(),
    name: varchar({ length: 21 }).notNull(),
    weight: integer(),
    mail: customType<{ data: string }>({ dataType: () => 'no_such_type' })(),
  });
  const missing = pgTable('plates', { id: integer() });
  expect(price).toBeDefined();
  expect(slug).toBeDefined();
  expect((await findTableDifferences([wrong, missing], database)).sort()).toEqual([
    'public.plates: no migration makes it',
    'public.pots.mail: unknown type no_such_type in the code, citext in the database',
    'public.pots.name: character varying(21) not null in the code, character varying(20) not null in the database',
    'public.pots.price: only in the database',
    'public.pots.slug: text in the code, text not null in the database',
    'public.pots.weight: only in the code',
  ]);
});
