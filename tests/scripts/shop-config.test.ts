import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { findShopConfig, listImportedFiles } from '#scripts/prepare/shop-config.mjs';
import { shopConfig } from '#scripts/vite/shop-config.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

/** Builds a program that prints the choices. @returns its code */
async function buildWith(root: string, config: string, noExternal?: true): Promise<string> {
  const entry = join(makeTemporaryFolder(), 'entry.ts');
  writeFileSync(entry, "import { shopConfig } from '#shop.config';\nconsole.log(shopConfig);");
  const { output } = (await build({
    ...{ configFile: false, root, logLevel: 'silent', ssr: noExternal ? { noExternal } : {} },
    plugins: [shopConfig(root, config)],
    build: { ssr: entry, write: false },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

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

  it('is told as wrong where a folder or a link to nothing has its place, and no other file is taken', () => {
    const root = makeTemporaryFolder();
    const own = join(root, '.data/shop.config.ts');
    // As Docker leaves it when the file that it should mount is missing.
    mkdirSync(own, { recursive: true });
    expect(() => findShopConfig(root, {})).toThrow(`${own} is no file`);
    expect(() => findShopConfig(root, { SHOP_CONFIG: own })).toThrow(`${own} is no file`);
    mkdirSync(join(root, 'data'));
    symlinkSync(join(root, 'gone.ts'), join(root, 'data/shop.config.ts'));
    expect(() => findShopConfig(root, { DATA_DIR: 'data' })).toThrow(/data\/shop\.config\.ts can't be read \(ENOENT\)/);
  });

  it('belongs to the fingerprint with modules that are named without their ending, and with folders', () => {
    const folder = makeTemporaryFolder();
    mkdirSync(join(folder, 'parts'));
    const files = ['shop.config.ts', 'texts.ts', 'parts/index.ts', 'lists.ts'].map((name) => join(folder, name));
    const [config = '', ...imported] = files;
    writeFileSync(config, "import './texts';\nimport './parts';\nimport { a } from './lists.js';\n// from './.'");
    for (const file of imported) writeFileSync(file, 'export const a = 1;');
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
    const code = await buildWith(projectRoot, join(folder, 'shop.config.ts'));
    expect(code).toContain('Of the owner');
    expect(code).toMatch(/from "zod"/);
  });

  it('is built from a folder that a link leads to, with modules of the shop in the files beside it', async () => {
    const folder = makeTemporaryFolder();
    mkdirSync(join(folder, 'disk'));
    symlinkSync(join(folder, 'disk'), join(folder, 'data'));
    writeFileSync(
      join(folder, 'data/shop.config.ts'),
      "import { name } from './name.ts';\nexport const shopConfig = name;",
    );
    writeFileSync(
      join(folder, 'data/name.ts'),
      "import { hiddenSecret } from '#platform/config/secret-setting.ts';\nexport const name = hiddenSecret;",
    );
    const code = await buildWith(projectRoot, findShopConfig(projectRoot, { DATA_DIR: join(folder, 'data') }));
    expect(code).toContain('(secret)');
  });

  it('leaves packages their own versions of packages when it is beside the sources', async () => {
    const root = makeTemporaryFolder();
    const write = (path: string, text: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    for (const [name, version] of [
      ['node_modules/inner', 'of the project'],
      ['node_modules/outer/node_modules/inner', 'of the package'],
    ]) {
      write(`${name}/package.json`, '{"name":"inner","type":"module","main":"index.js"}');
      write(`${name}/index.js`, `export const version = '${version}';`);
    }
    write('node_modules/outer/package.json', '{"name":"outer","type":"module","main":"index.js"}');
    write('node_modules/outer/index.js', "export { version } from 'inner';");
    write('mine.ts', "import { version } from 'outer';\nexport const shopConfig = version;");
    expect(await buildWith(root, join(root, 'mine.ts'), true)).toContain('of the package');
  });
});
