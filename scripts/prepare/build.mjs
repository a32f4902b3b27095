import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { activateBuild, adoptEarlierLayout, createBuildFolder } from './build-folders.mjs';
import { runLocked } from './lock.mjs';
import { colourEnvironment, run, SetupError, secondsSince, shopNode, withInstalledFirst } from './run.mjs';
import { findShopConfig, listImportedFiles } from './shop-config.mjs';

const files = [
  'server.ts',
  'shop-server.ts',
  'shop.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const folders = ['src', 'themes', 'examples', 'extensions', 'demo', 'scripts/vite', 'public'];
const kinds = new Set(['.ts', '.tsx', '.mjs', '.js', '.css', '.json', '.svg', '.html', '.txt', '.woff2']);
const isTest = /\.(test|journey)\.tsx?$/;
const outputs = ['server/server.js', 'server/shop-server.js', 'server/shop.js', 'client'];

/**
 * Builds the sources if they differ from those of the last build. Each build has a folder of its own,
 * `dist/builds/<id>`. `dist/current` links to the last one, and `dist/client` and `dist/server` into it, so
 * that one rename replaces a build. Processes of another build keep theirs.
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

/** Whether there is a build, of these sources or of others. */
export const hasBuild = (root) => outputs.every((path) => existsSync(join(root, 'dist', 'current', path)));

/** Says in one line when the sources differ from those of the build that is used. */
export function reportOldBuild(root, print) {
  if (isFresh(root, sourceHash(root))) return;
  const builtAt = statSync(stampFile(join(root, 'dist', 'current'))).mtime.toLocaleString('en-GB');
  print(`Sources or shop.config.ts changed since the build of ${builtAt}, which is used. To build: npm run build`);
}

async function build(root, print, hash) {
  const start = Date.now();
  print('Building …');
  adoptEarlierLayout(root);
  const id = createBuildFolder(root);
  const folder = join(root, 'dist', 'builds', id);
  const vite = [shopNode(root), join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--app'];
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const env = withInstalledFirst(root, {
    ...environment,
    ...colourEnvironment(process.stderr),
    NODE_ENV: 'production',
    BUILD_FOLDER: `dist/builds/${id}`,
  });
  const { code, output } = await run([...vite, '--logLevel', 'warn'], { cwd: root, env });
  const missing = outputs.filter((path) => !existsSync(join(folder, path)));
  if (code !== 0 || missing.length > 0) {
    rmSync(folder, { recursive: true, force: true });
    const what = code === 0 ? `The build ended without ${missing.join(', ')}.` : 'The build failed.';
    throw new SetupError(what, 'The message above says where; `npm run check` may say more.', output);
  }
  writeFileSync(stampFile(folder), hash);
  activateBuild(root, id);
  if (output.trim() !== '') print(output.trimEnd());
  print(`Built in ${secondsSince(start)}.`);
}

const stampFile = (folder) => join(folder, '.stamp');

function isFresh(root, hash) {
  if (!hasBuild(root)) return false;
  try {
    return readFileSync(stampFile(join(root, 'dist', 'current')), 'utf8') === hash;
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
  // The owner's choices may be outside the project.
  for (const path of listImportedFiles(findShopConfig(root)).sort()) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
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
