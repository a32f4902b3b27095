import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const manifest = {
  imports: {
    '#app/*': './src/app/*',
    '#features/*': './src/features/*',
    '#platform/*': './src/platform/*',
    '#ui/*': './src/ui/*',
    '#shop.config': './shop.config.ts',
  },
};

/**
 * Creates a project in a temporary folder, removed after the test.
 * @param files text by path; a package.json with the shop's import paths is added
 */
export function createProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-project-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const all = { 'package.json': JSON.stringify(manifest), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
