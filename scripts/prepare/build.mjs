import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { alone } from './lock.mjs';
import { colours, run, SetupError, secondsSince, shopNode, withInstalledFirst } from './run.mjs';

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
 * Builds dist/client and dist/server when the sources differ from those of the last build.
 * @returns {Promise<boolean>} whether it was built
 */
export async function ensureBuild(root, say, { force = false } = {}) {
  if (!force && isFresh(root, sourceHash(root))) return false;
  const lock = join(root, '.cache', 'build.lock');
  const waiting = () => say('Another process is building; waiting for it …');
  return alone(lock, waiting, async () => {
    const hash = sourceHash(root);
    if (!force && isFresh(root, hash)) return false;
    await build(root, say, hash);
    return true;
  });
}

async function build(root, say, hash) {
  const start = Date.now();
  say('Building …');
  // Without its stamp a build that stops half-way is never taken for a whole one.
  rmSync(stampFile(root), { force: true });
  const vite = [shopNode(root), join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--app'];
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const env = withInstalledFirst(root, { ...environment, ...colours(process.stderr), NODE_ENV: 'production' });
  const { code, output } = await run([...vite, '--logLevel', 'warn'], { cwd: root, env });
  const absent = outputs.filter((path) => !existsSync(join(root, path)));
  if (code !== 0 || absent.length > 0) {
    const what = code === 0 ? `The build ended without ${absent.join(', ')}.` : 'The build failed.';
    throw new SetupError(what, 'The message above says where; `npm run check` may say more.', output);
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile(root), hash);
  if (output.trim() !== '') say(output.trimEnd());
  say(`Built in ${secondsSince(start)}.`);
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

/** A hash over the names and contents of all that the build reads, tests and pictures left out. */
function sourceHash(root) {
  const hash = createHash('sha256');
  const paths = [...files, ...folders.flatMap((folder) => sourcesIn(root, folder))];
  for (const path of paths.sort()) {
    const content = readOrNothing(join(root, path));
    if (content === undefined) continue;
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function sourcesIn(root, folder) {
  const found = [];
  for (const entry of entriesOf(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') found.push(...sourcesIn(root, path));
    } else if (kinds.has(extname(entry.name)) && !isTest.test(entry.name)) found.push(path);
  }
  return found;
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
