import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { clientModules } from '../scripts/vite/client-modules.ts';
import { checkBundle } from './checks/bundle.ts';
import { houseOf } from './checks/fixture.ts';

/** Builds a house with Vite, as the shop is built, and checks what came out. */
async function builtFrom(files: Record<string, string>) {
  const root = houseOf({
    'src/features/cart/islands/row.ts': `import { sum } from '../sums.shared.ts';\nconsole.log(sum([Date.now()]));`,
    'src/features/cart/sums.shared.ts': 'export const sum = (list: number[]) => list.reduce((a, b) => a + b);',
    ...files,
  });
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [clientModules()],
    resolve: { alias: { '#features': join(root, 'src/features') } },
    build: {
      outDir: 'dist/client',
      minify: false,
      rolldownOptions: { input: resolve(root, 'src/features/cart/islands/row.ts') },
    },
  });
  return { root, answer: checkBundle(root) };
}

describe('what the build put into the browser’s files', () => {
  it('is clean when only files for the browser are in it', async () => {
    const { answer } = await builtFrom({});
    expect(answer.faults).toEqual([]);
    expect(answer.chunks).toBeGreaterThan(0);
    expect(answer.modules).toBeGreaterThanOrEqual(2);
  });

  it('is refused with server code, a package off the list or a module of Node in it', async () => {
    const { answer } = await builtFrom({
      'src/features/cart/islands/row.ts': `import { texts } from '../texts.ts';\nimport z from 'zed';\nimport { join } from 'node:path';\nconsole.log(texts, z, join);`,
      'src/features/cart/texts.ts': `export const texts = { add: 'Add' };`,
      'node_modules/zed/package.json': `{ "name": "zed", "version": "1.0.0", "main": "index.js" }`,
      'node_modules/zed/index.js': 'module.exports = { z: 1 };',
    });
    const faults = answer.faults.join('\n');
    expect(faults).toContain('src/features/cart/texts.ts: a file that is not made for the browser');
    expect(faults).toContain('the package zed is not on the list');
    expect(faults).toContain('a module of Node');
  });

  it('leaves out what was shaken off', async () => {
    const { answer } = await builtFrom({
      'src/features/cart/islands/row.ts': `import { texts } from '../texts.ts';\nconsole.log(1);`,
      'src/features/cart/texts.ts': `export const texts = { add: 'Add' };`,
    });
    expect(answer.faults).toEqual([]);
  });

  it('is refused when a script is in no list, and when there is no list', async () => {
    const { root } = await builtFrom({});
    writeFileSync(join(root, 'dist/client/stray.js'), 'stray()');
    expect(checkBundle(root).faults).toEqual(['dist/client/stray.js is not in the list of chunks']);
    const empty = checkBundle(houseOf({}));
    expect(empty.faults).toHaveLength(1);
    expect(empty.faults[0]).toContain('build first');
  });
});
