import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from './run.mjs';

/**
 * The file with the owner's choices: `SHOP_CONFIG`, else `shop.config.ts` in `DATA_DIR` where there is one, else that of the project.
 * @returns {string} its path, without links: modules beside it are found from there
 */
export function findShopConfig(root, env = process.env) {
  const project = join(root, 'shop.config.ts');
  if (env.SHOP_CONFIG) {
    const chosen = resolve(root, env.SHOP_CONFIG);
    // What a build misses in the project, it says itself.
    if (chosen === project) return project;
    if (hasConfigFile(chosen)) return realpathSync(chosen);
    throw new SetupError(`SHOP_CONFIG: there is no file ${chosen}.`, 'Correct the path, or leave SHOP_CONFIG out.');
  }
  const own = resolve(root, env.DATA_DIR || '.data', 'shop.config.ts');
  return hasConfigFile(own) ? realpathSync(own) : project;
}

/**
 * Whether there is a file.
 * @throws SetupError for what is there and is none: the shop would take the choices of another file without a word
 */
function hasConfigFile(path) {
  if (!isThere(path)) return false;
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new SetupError(`${path} can't be read (${error.code}).`, 'See what its link leads to, and who may read it.');
  }
  if (statSync(path).isFile()) return true;
  // Docker makes one where a file that it should mount is missing.
  throw new SetupError(`${path} is no file.`, 'Remove it, or put the file with the choices of the shop there.');
}

/** Also a link to nothing. False in a folder that others may not look into: who builds need not be who runs the shop. */
function isThere(path) {
  try {
    return Boolean(lstatSync(path, { throwIfNoEntry: false }));
  } catch {
    return false;
  }
}

const relativeImport = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;
/** What a build adds to a path that names no file. */
const endings = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

/** @returns {string | undefined} the file of an import, as a build finds it */
function findImported(path) {
  // TypeScript may be imported by the name of what it becomes.
  const paths = [...endings.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')];
  return paths.find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
}

/**
 * Lists a file and the files that it imports by relative paths, and theirs.
 * @returns {string[]} paths, without those that do not exist
 */
export function listImportedFiles(file, found = new Set()) {
  const path = findImported(file);
  if (path === undefined || found.has(path)) return [...found];
  found.add(path);
  for (const [, imported] of readFileSync(path, 'utf8').matchAll(relativeImport))
    listImportedFiles(resolve(dirname(path), imported.replace(/\?.*$/, '')), found);
  return [...found];
}
