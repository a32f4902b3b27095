import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { migrate } from '#platform/database/migrate.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { toCouponKey } from './coupon-code.ts';

const { database, pool } = useDatabase({ empty: true });

describe('the key of a coupon (A3)', () => {
  it.each([
    ['ÇİÇEK', 'çiçek'],
    ['ÇİÇEK', 'çiçek'],
    ['ÇİÇEK', 'ÇIÇEK'],
    ['ILIK', 'ılık'],
    ['GROSS-10', 'groß‑10'],
    ['SPRING 10', '\u202aｓｐｒｉｎｇ\u00a010\u202c'],
    ['DON’T', "don't"],
    ['٢٠OFF', '20off'],
  ])('of %s and %s is one', (code, typed) => {
    expect(toCouponKey(typed)).toBe(toCouponKey(code));
  });

  it('keeps accents and other letters apart', () => {
    expect(toCouponKey('CAFÉ')).not.toBe(toCouponKey('CAFE'));
    expect(toCouponKey('\u200b')).toBeNull();
  });

  it('is the same for the coupons of before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
    const from = join(projectRoot, 'migrations');
    for (const file of readdirSync(from).filter((name) => name < '0127')) cpSync(join(from, file), join(folder, file));
    await migrate(database, [{ owner: 'vitrine', folder }]);
    const codes = ['Spring', 'ÇİÇEK', 'ILIK', 'ılık', 'GROß', 'a—b', 'don’t', 'x\u200by', '٢٠', 'CAFÉ'];
    const before = codes.map((code) => code.normalize('NFKC').toLowerCase());
    await pool.query(
      `insert into coupons (code, code_key, percent, currency)
      select code, key, 10, 'EUR' from unnest($1::text[], $2::text[]) given (code, key)`,
      [codes, before],
    );
    await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
    const { rows } = await pool.query<{ code: string; key: string; enabled: boolean }>(
      'select code, code_key as key, is_enabled as enabled from coupons order by id',
    );
    for (const { code, key } of rows.filter(({ enabled }) => enabled)) expect(key, code).toBe(toCouponKey(code));
    // Two codes that have become one: the older one stays.
    expect(rows.filter(({ enabled }) => !enabled)).toMatchObject([{ code: 'ılık' }]);
  });
});
