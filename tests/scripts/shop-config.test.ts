import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { findShopConfig, listImportedFiles } from '#scripts/prepare/shop-config.mjs';
import { shopConfig } from '#scripts/vite/shop-config.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

describe('the shop.config.ts of the owner', () => {
  it('[46] is the one of SHOP_CONFIG, else that in DATA_DIR, else that of the project', () => {
    const root = makeTemporaryFolder();
    const data = join(root, 'data');
    mkdirSync(join(root, '.data'));
    mkdirSync(data);
    expect(findShopConfig(root, {})).toBe(join(root, 'shop.config.ts'));
    writeFileSync(join(root, '.data/shop.config.ts'), '');
    expect(findShopConfig(root, {})).toBe(join(root, '.data/shop.config.ts'));
    expect(findShopConfig(root, { DATA_DIR: 'data' })).toBe(join(root, 'shop.config.ts'));
    writeFileSync(join(data, 'shop.config.ts'), '');
    expect(findShopConfig(root, { DATA_DIR: data })).toBe(join(data, 'shop.config.ts'));
    writeFileSync(join(root, 'mine.ts'), '');
    expect(findShopConfig(root, { DATA_DIR: data, SHOP_CONFIG: 'mine.ts' })).toBe(join(root, 'mine.ts'));
    expect(() => findShopConfig(root, { SHOP_CONFIG: 'gone.ts' })).toThrow(/SHOP_CONFIG: there is no file .*gone\.ts/);
  });

  it('[46] belongs to the fingerprint with what it imports beside it', () => {
    const folder = makeTemporaryFolder();
    const files = ['shop.config.ts', 'texts.ts', 'more.ts'].map((name) => join(folder, name));
    const [config = '', texts = '', more = ''] = files;
    writeFileSync(config, "import { texts } from './texts.ts';\nimport { z } from 'zod';\nimport './gone.ts';");
    writeFileSync(texts, "export * from './more.ts';\nimport './shop.config.ts';");
    writeFileSync(more, 'export const texts = {};');
    expect(listImportedFiles(config).sort()).toEqual(files.sort());
  });

  it('[46] is built from outside the project, with packages and modules of the shop', async () => {
    const folder = makeTemporaryFolder();
    writeFileSync(
      join(folder, 'shop.config.ts'),
      `import { defineShop } from '#platform/config/shop-config.ts';
      import { name } from './name.ts';
      import { z } from 'zod';
      export const shopConfig = defineShop({ name, tagline: typeof z.string } as never);`,
    );
    writeFileSync(join(folder, 'name.ts'), "export const name: string = 'Of the owner';");
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, "import { shopConfig } from '#shop.config';\nconsole.log(shopConfig);");
    const { output } = (await build({
      ...{ configFile: false, root: projectRoot, logLevel: 'silent' },
      plugins: [shopConfig(projectRoot, join(folder, 'shop.config.ts'))],
      build: { ssr: entry, write: false },
    })) as Rolldown.RolldownOutput;
    expect(output[0].code).toContain('Of the owner');
    expect(output[0].code).toMatch(/from "zod"/);
  });
});
