import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { backup } from '#platform/database/backup.ts';
import { restore } from '#platform/database/restore.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { findSetting } from '#platform/settings/list-settings.ts';
import { loadSettingChanges } from '#platform/settings/setting-rows.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
const { database: empty } = useDatabase({ empty: true });
const folder = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a restored shop has the settings that were changed, and their history', async () => {
  const { shop } = await testShop(database);
  const key = 'cart.maxQuantity';
  for (const value of [40, 50])
    await changeSettings(shop, [{ key, value, version: null }], { name: 'Ada', staffId: null });
  const file = join(folder, 'shop.tar.gz');
  await backup({ database, file });
  await restore({ file, database: empty, sets: listMigrationSets(assembleFeatures(shopConfig)) });
  const restored = await testShop(empty);
  expect(findSetting(restored.shop, key)).toMatchObject({ value: 50, source: 'database', change: { version: 2 } });
  expect(await loadSettingChanges(restored.shop.db, null, 10)).toEqual(await loadSettingChanges(shop.db, null, 10));
  const next = await changeSettings(restored.shop, [{ key, value: undefined, version: 2 }], {
    name: 'Ada',
    staffId: null,
  });
  expect(next).toEqual({ ok: true, changed: new Map([[key, 3]]) });
});
