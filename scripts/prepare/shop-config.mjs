import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from './run.mjs';

/**
 * The file with the owner's choices: `SHOP_CONFIG`, else `shop.config.ts` in `DATA_DIR` where there is one, else that of the project.
 * @returns {string} its path
 */
export function findShopConfig(root, env = process.env) {
  const project = join(root, 'shop.config.ts');
  if (env.SHOP_CONFIG) {
    const chosen = resolve(root, env.SHOP_CONFIG);
    // What a build misses in the project, it says itself.
    if (existsSync(chosen) || chosen === project) return chosen;
    throw new SetupError(`SHOP_CONFIG: there is no file ${chosen}.`, 'Correct the path, or leave SHOP_CONFIG out.');
  }
  const own = resolve(root, env.DATA_DIR || '.data', 'shop.config.ts');
  return existsSync(own) ? own : project;
}

const relativeImport = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Lists a file and the files that it imports by relative paths, and theirs.
 * @returns {string[]} paths, without those that do not exist
 */
export function listImportedFiles(file, found = new Set()) {
  if (found.has(file) || !existsSync(file)) return [...found];
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(relativeImport))
    listImportedFiles(resolve(dirname(file), path), found);
  return [...found];
}
