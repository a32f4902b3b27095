import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { runLocked } from './lock.mjs';
import { colourEnvironment, run, SetupError, secondsSince, shopNode, withInstalledFirst } from './run.mjs';

const files = [
  'server.ts',
  'shop-server.ts',
  'shop.ts',
  'shop.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const folders = ['src', 'themes', 'examples', 'extensions', 'demo', 'scripts/vite', 'public'];
const kinds = new Set(['.ts', '.tsx', '.mjs', '.js', '.css', '.json', '.svg', '.html', '.txt', '.woff2']);
const isTest = /\.(test|journey)\.tsx?$/;
const outputs = ['dist/server/server.js', 'dist/server/shop-server.js', 'dist/server/shop.js', 'dist/client'];

/**
 * Builds dist/client and dist/server if the sources differ from those of the last build.
 * @returns {Promise<boolean>} whether it was built
 */
export async function ensureBuild(root, print, { force = false } = {}) {
  if (!force && isFresh(root, sourceHash(root))) return false;
  const lock = join(root, '.cache', 'build.lock');
  const onWait = () => print('Another process is building; waiting for it …');
  return runLocked(lock, onWait, async () => {
    const hash = sourceHash(root);
    if (!force && isFresh(root, hash)) return false;
    await build(root, print, hash);
    return true;
  });
}

async function build(root, print, hash) {
  const start = Date.now();
  print('Building …');
  // The stamp is written last, so that an interrupted build counts as missing.
  rmSync(stampFile(root), { force: true });
  const vite = [shopNode(root), join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--app'];
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const env = withInstalledFirst(root, {
    ...environment,
    ...colourEnvironment(process.stderr),
    NODE_ENV: 'production',
  });
  const { code, output } = await run([...vite, '--logLevel', 'warn'], { cwd: root, env });
  const missing = outputs.filter((path) => !existsSync(join(root, path)));
  if (code !== 0 || missing.length > 0) {
    const what = code === 0 ? `The build ended without ${missing.join(', ')}.` : 'The build failed.';
    throw new SetupError(what, 'The message above says where; `npm run check` may say more.', output);
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile(root), hash);
  if (output.trim() !== '') print(output.trimEnd());
  print(`Built in ${secondsSince(start)}.`);
}

const stampFile = (root) => join(root, 'dist', '.stamp');

function isFresh(root, hash) {
  if (outputs.some((path) => !existsSync(join(root, path)))) return false;
  try {
    return readFileSync(stampFile(root), 'utf8') === hash;
  } catch {
    return false;
  }
}

/** Hash of the names and contents of all files that the build reads, without tests and images. */
function sourceHash(root) {
  const hash = createHash('sha256');
  const paths = [...files, ...folders.flatMap((folder) => listSources(root, folder))];
  for (const path of paths.sort()) {
    const content = readIfPresent(join(root, path));
    if (content === undefined) continue;
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function listSources(root, folder) {
  const found = [];
  for (const entry of listEntries(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') found.push(...listSources(root, path));
    } else if (kinds.has(extname(entry.name)) && !isTest.test(entry.name)) found.push(path);
  }
  return found;
}

function listEntries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readIfPresent(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
