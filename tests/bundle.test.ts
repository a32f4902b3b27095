import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { clientModules } from '../scripts/vite/client-modules.ts';
import { checkBundle } from './checks/bundle.ts';
import { createProject } from './checks/create-project.ts';

/** Builds a project with Vite, as the shop is built, and checks the result. */
async function buildAndCheck(files: Record<string, string>) {
  const root = createProject({
    'src/features/cart/islands/row.ts': `import { sum } from '../sums.shared.ts';\nconsole.log(sum([Date.now()]));`,
    'dist/.admin-modules.json': '{}',
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

describe('the check of the client build', () => {
  it('passes with files for the browser only', async () => {
    const { answer } = await buildAndCheck({});
    expect(answer.faults).toEqual([]);
    expect(answer.chunks).toBeGreaterThan(0);
    expect(answer.modules).toBeGreaterThanOrEqual(2);
  });

  it('finds server code, unlisted packages and modules of Node', async () => {
    const { answer } = await buildAndCheck({
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

  it('ignores modules that tree shaking removed', async () => {
    const { answer } = await buildAndCheck({
      'src/features/cart/islands/row.ts': `import { texts } from '../texts.ts';\nconsole.log(1);`,
      'src/features/cart/texts.ts': `export const texts = { add: 'Add' };`,
    });
    expect(answer.faults).toEqual([]);
  });

  it('finds a behaviour that loads React, also by another script', () => {
    const modules = {
      'assets/menu.js': { 'src/ui/islands/menu.behaviour.ts': 10 },
      'assets/form.js': { 'src/ui/islands/form.behaviour.ts': 10 },
      'assets/icons.js': { 'src/ui/icons.shared.ts': 10 },
      'assets/react.js': { 'node_modules/react-dom/client.js': 10 },
    };
    const root = createProject({
      'dist/.client-modules.json': JSON.stringify(modules),
      'dist/.admin-modules.json': '{}',
      'dist/client/assets/menu.js': 'const later=()=>import("./react.js");',
      'dist/client/assets/form.js': 'import{a}from"./icons.js";a();',
      'dist/client/assets/icons.js': 'import"./react.js";export const a=1;',
      'dist/client/assets/react.js': '1;',
    });
    expect(checkBundle(root).faults).toEqual(['assets/form.js holds a behaviour and loads React (assets/react.js)']);
  });

  it('finds scripts of the shop in the back office, its scripts in the shop, and packages of neither list', () => {
    const root = createProject({
      'dist/.client-modules.json': JSON.stringify({ 'a.js': { 'src/features/cart/admin/islands/grid.tsx': 1 } }),
      'dist/.admin-modules.json': JSON.stringify({
        'b.js': { 'src/features/cart/islands/row.ts': 1, 'src/app/browser.ts': 1, 'node_modules/altcha-lib/a.js': 1 },
      }),
      'dist/client/a.js': '1;',
      'dist/client/b.js': '1;',
    });
    expect(checkBundle(root).faults).toEqual([
      'a.js holds 1 bytes of src/features/cart/admin/islands/grid.tsx: a script of the back office',
      'b.js holds 1 bytes of src/features/cart/islands/row.ts: a script of the shop',
      'b.js holds 1 bytes of src/app/browser.ts: a script of the shop',
      'b.js holds 1 bytes of node_modules/altcha-lib/a.js: the package altcha-lib is not on the list for the browser',
    ]);
  });

  it('finds scripts of the back office that are too much for a page', () => {
    const root = createProject({
      'dist/.client-modules.json': '{}',
      'dist/.admin-modules.json': JSON.stringify({ 'b.js': { 'src/ui/admin/islands/grid.tsx': 1 } }),
      'dist/client/b.js': randomBytes(100_000).toString('base64'),
    });
    expect(checkBundle(root).faults).toEqual([
      expect.stringMatching(/^the scripts of the back office have \d+ bytes compressed, more than 95000$/),
    ]);
  });

  it('finds a script that is missing from the list, and a missing list', async () => {
    const { root } = await buildAndCheck({});
    writeFileSync(join(root, 'dist/client/stray.js'), 'stray()');
    expect(checkBundle(root).faults).toEqual(['dist/client/stray.js is not in the list of chunks']);
    const empty = checkBundle(createProject({}));
    expect(empty.faults).toHaveLength(1);
    expect(empty.faults[0]).toContain('npm run build');
  });
});
