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
import { deliveryDateSettings } from './settings.ts';

const { database, db, pool } = useDatabase({ empty: true });

it('the migration moves the days that the owner had set (D4)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'));
  const from = join(projectRoot, 'migrations');
  for (const file of readdirSync(from).filter((name) => name < '0124')) cpSync(join(from, file), join(folder, file));
  await migrate(database, [{ owner: 'vitrine', folder }]);
  await pool.query(
    `insert into platform.settings (key, value, version, changed_by, changed_at) values
      ('syndication.handlingDays', '{"min": 1, "max": 2}', 3, 'Ada', now()), ('syndication.backorderDays', '21', 1, 'Ben', now()),
      ('syndication.transitDays', null, 2, 'Ada', now())`,
  );
  await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
  const rows = await loadSettingRows(db);
  expect(rows.map(({ key, value, version, changedBy }) => [key, value, version, changedBy]).sort()).toEqual([
    ['delivery-dates.backorderDays', '21', 1, 'Ben'],
    ['delivery-dates.handlingDays', '{"max": 2, "min": 1}', 1, 'Ada'],
    ['syndication.backorderDays', null, 2, 'Ben'],
    ['syndication.handlingDays', null, 4, 'Ada'],
    ['syndication.transitDays', null, 2, 'Ada'],
  ]);
  const overrides = rows.flatMap(({ key, value }) => (value === null ? [] : { key, value: JSON.parse(value) }));
  const { values, problems } = resolveSettings({}, [deliveryDateSettings], overrides);
  expect(problems).toEqual([]);
  expect(values.get('delivery-dates')).toMatchObject({ handlingDays: { min: 1, max: 2 }, backorderDays: 21 });
  const { rows: changes } = await pool.query('select key, version from platform.setting_changes order by key');
  expect(changes).toEqual([
    { key: 'delivery-dates.backorderDays', version: 1 },
    { key: 'delivery-dates.handlingDays', version: 1 },
    { key: 'syndication.backorderDays', version: 2 },
    { key: 'syndication.handlingDays', version: 4 },
  ]);
});
