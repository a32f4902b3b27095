import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** @returns the id of a new build: names that follow each other in time */
export function createBuildFolder(root) {
  const builds = join(root, 'dist', 'builds');
  mkdirSync(builds, { recursive: true });
  for (;;) {
    const id = `${new Date().toISOString().replace(/\D/g, '')}-${process.pid}`;
    try {
      mkdirSync(join(builds, id));
      return id;
    } catch (error) {
      // Two folders of one millisecond, such as an adopted build and the one that follows, are two builds.
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Makes a finished build that of new processes. Removes the builds before the last one, unless a shop still
 * runs from them.
 */
export function activateBuild(root, id) {
  const folder = join(root, 'dist', 'builds', id);
  const previous = readCurrent(root);
  const others = listBuilds(root).filter((each) => each !== id);
  const kept = others.filter((each) => each === previous || isUsed(root, each));
  for (const each of kept) keepAssets(root, each, folder);
  setCurrent(root, id);
  for (const each of others) {
    if (!kept.includes(each)) rmSync(join(root, 'dist', 'builds', each), { recursive: true, force: true });
  }
}

const listBuilds = (root) => listEntries(join(root, 'dist', 'builds')).map(({ name }) => name);

/** Id of the build that new processes use. */
function readCurrent(root) {
  try {
    return basename(readlinkSync(join(root, 'dist', 'current')));
  } catch {
    return undefined;
  }
}

/** Whether a shop runs from a build: each writes a file named after its process there. */
function isUsed(root, id) {
  return listEntries(join(root, 'dist', 'builds', id, 'processes')).some(({ name }) => {
    try {
      process.kill(Number(name), 0);
      return true;
    } catch (error) {
      return error.code === 'EPERM';
    }
  });
}

/**
 * Pages that are open during the change load styles and scripts of the build that rendered them: their
 * files go into `earlier`, which the shop serves as well. Names have a hash of the content.
 */
function keepAssets(root, id, folder) {
  const assets = join(root, 'dist', 'builds', id, 'client', 'assets');
  for (const entry of listEntries(assets, { recursive: true }).filter((each) => each.isFile())) {
    const name = relative(assets, join(entry.parentPath, entry.name));
    const target = join(folder, 'earlier', 'assets', name);
    if (existsSync(join(folder, 'client', 'assets', name)) || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(join(assets, name), target);
    } catch {
      // Some file systems have no hard links.
      copyFileSync(join(assets, name), target);
    }
  }
}

/** The link `current` decides; the others lead through it. */
function setCurrent(root, id) {
  replaceLink(root, 'current', `builds/${id}`);
  for (const name of ['client', 'server']) replaceLink(root, name, `current/${name}`);
}

/** Points a link in `dist` elsewhere, in one step. */
function replaceLink(root, name, target) {
  const link = join(root, 'dist', name);
  const next = `${link}.${process.pid}`;
  rmSync(next, { force: true });
  symlinkSync(target, next);
  renameSync(next, link);
}

/** Earlier versions built into `dist/client` and `dist/server` themselves. */
export function adoptEarlierLayout(root) {
  const dist = join(root, 'dist');
  if (!lstatSync(join(dist, 'client'), { throwIfNoEntry: false })?.isDirectory()) return;
  const id = createBuildFolder(root);
  const folder = join(dist, 'builds', id);
  for (const name of ['client', 'server', '.stamp', '.client-modules.json']) {
    if (existsSync(join(dist, name))) renameSync(join(dist, name), join(folder, name));
  }
  setCurrent(root, id);
}

function listEntries(folder, options = {}) {
  try {
    return readdirSync(folder, { ...options, withFileTypes: true });
  } catch {
    return [];
  }
}
