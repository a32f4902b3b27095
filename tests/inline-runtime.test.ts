import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { inlineRuntime } from '../scripts/vite/inline-runtime.ts';
import { createProject } from './checks/create-project.ts';

it('writes the runtime of the bundler into the files that use it, which still work', async () => {
  const root = createProject({
    'node_modules/old/package.json': '{ "name": "old", "version": "1.0.0", "main": "index.js" }',
    'node_modules/old/index.js': 'let count = 0; exports.countUp = () => (count += 1);',
    'a.js': `import { countUp } from 'old'; countUp(); export const load = () => import('./b.js');`,
    'b.js': `import { countUp } from 'old'; import * as own from './b.js'; export const total = countUp(); export const names = () => Object.keys(own);`,
  });
  const outDir = join(root, 'dist');
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [inlineRuntime()],
    build: {
      outDir,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'a.js'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.mjs', codeSplitting: { groups: [{ name: 'old', test: /node_modules/ }] } },
      },
    },
  });
  expect(readdirSync(join(outDir, 'assets')).filter((file) => file.includes('runtime'))).toEqual([]);
  const { load } = (await import(pathToFileURL(join(outDir, 'entry.mjs')).href)) as {
    load(): Promise<{ readonly total: number; names(): string[] }>;
  };
  const loaded = await load();
  expect(loaded.total).toBe(2);
  expect(loaded.names().sort()).toEqual(['names', 'total']);
});
