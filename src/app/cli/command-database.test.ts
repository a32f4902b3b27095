import { describe, expect, it } from 'vitest';
import { adoptLocale } from '#features/catalog/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { ensureMigrated } from './command-database.ts';

const { database, db, pool } = useDatabase();

describe('a command', () => {
  it('is refused while the catalogue has another locale than the shop: a new page could take the slug of another', async () => {
    await ensureMigrated(database);
    await pool.query(`insert into categories (locale, slug, name) values ('cy', 'mugs', 'Mugs')`);
    await expect(ensureMigrated(database)).rejects.toThrow('`locale` of shop.config.ts has changed');
    await adoptLocale(db, 'en-GB');
    await ensureMigrated(database);
  });
});
