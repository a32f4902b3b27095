import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { migrate } from '#platform/database/migrate.ts';
import { resolveSettings } from '#platform/settings/resolve-settings.ts';
import { loadSettingRows } from '#platform/settings/setting-rows.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { shippingSettings } from './settings.ts';

const { database, db, pool } = useDatabase({ empty: true });

const flatRates = [
  { id: 'flat_rate:1', title: 'Parcel', amount: 690, freeFrom: 12_000 },
  { id: 'flat_rate:2', title: 'Letter', amount: 300, countries: ['IE', 'GB'] },
  { id: 'local_pickup:1', title: 'Pickup', amount: 0, countries: ['IE'], pickup: true },
];

it('the migration makes zones of the flat rates that the owner had set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
  const from = join(projectRoot, 'migrations');
  for (const file of readdirSync(from).filter((name) => name < '0027')) cpSync(join(from, file), join(folder, file));
  await migrate(database, [{ owner: 'vitrine', folder }]);
  await pool.query(
    `insert into platform.settings (key, value, version, changed_by, changed_at) values ('shipping.flatRates', $1, 3, 'Ada', now())`,
    [JSON.stringify(flatRates)],
  );
  await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
  const rows = await loadSettingRows(db);
  expect(rows.map(({ key, version, changedBy }) => [key, version, changedBy])).toEqual([
    ['shipping.flatRates', 4, 'Ada'],
    ['shipping.zones', 1, 'Ada'],
  ]);
  const overrides = rows.flatMap(({ key, value }) => (value === null ? [] : { key, value: JSON.parse(value) }));
  const { values, problems } = resolveSettings({}, [shippingSettings], overrides);
  expect(problems).toEqual([]);
  const { zones } = values.get('shipping') as { zones: { name: string; methods: { id: string }[] }[] };
  expect(zones.map(({ name, methods }) => [name, methods.map(({ id }) => id)])).toEqual([
    ['GB', ['flat_rate:1', 'flat_rate:2']],
    ['IE', ['flat_rate:1', 'flat_rate:2', 'local_pickup:1']],
    ['Everywhere else', ['flat_rate:1']],
  ]);
  expect(zones[1]?.methods).toMatchObject([
    { type: 'flat_rate', cost: 690, freeFrom: 12_000 },
    { type: 'flat_rate', cost: 300 },
    { type: 'local_pickup', cost: 0 },
  ]);
  const { rows: changes } = await pool.query('select key, version from platform.setting_changes order by id');
  expect(changes).toEqual([
    { key: 'shipping.zones', version: 1 },
    { key: 'shipping.flatRates', version: 4 },
  ]);
});
