import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runLocked } from './lock.mjs';
import { run, SetupError, secondsSince } from './run.mjs';

/**
 * Installs the packages of package-lock.json if node_modules is missing, incomplete or outdated.
 * @returns {Promise<boolean>} whether something was installed
 */
export async function ensureInstall(root, print) {
  if (findInstallReason(root) === undefined) return false;
  const lock = join(root, '.cache', 'install.lock');
  const onWait = () => print('Another process is installing the packages; waiting for it …');
  return runLocked(lock, onWait, async () => {
    const reason = findInstallReason(root);
    if (reason === undefined) return false;
    await install(root, print, reason);
    return true;
  });
}

/** Whether an install ended here, of these packages or of others. */
export const isInstalled = (root) => existsSync(join(root, 'node_modules', '.package-lock.json'));

async function install(root, print, reason) {
  const start = Date.now();
  print(`Installing packages (${reason}); about a minute the first time …`);
  // Use the npm that called this script. The build needs development packages, even if NODE_ENV is
  // production.
  const { npm_execpath: caller, npm_node_execpath: node } = process.env;
  const npm = caller && basename(caller) === 'npm-cli.js' ? [node ?? process.execPath, caller] : ['npm'];
  const flags = ['--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'];
  const { code, output } = await run([...npm, 'ci', ...flags], { cwd: root });
  if (code !== 0) {
    throw new SetupError(
      'The packages could not be installed.',
      'Check the network and the free disk space and run the command again; `npm ci` shows more.',
      output,
    );
  }
  writeFileSync(stampFile(root), createStamp(root));
  const remaining = findInstallReason(root);
  if (remaining !== undefined) {
    throw new SetupError(
      `The install ended, but ${remaining}.`,
      'Remove node_modules and run the command again.',
      output,
    );
  }
  print(`Packages installed in ${secondsSince(start)}.`);
}

/** Why node_modules does not match the lockfile, or undefined when it does. */
function findInstallReason(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (wanted === undefined) throw new SetupError('There is no package-lock.json here.', 'Clone the repository again.');
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (present === undefined)
    return existsSync(join(root, 'node_modules')) ? 'the last install did not end' : 'none yet';
  // npm skips an optional package that it can't install; try once per lockfile, not at every start.
  const isTried = readText(stampFile(root)) === createStamp(root);
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue;
    const found = present[path];
    if (found === undefined) {
      if (!entry.optional || (!isTried && isForThisMachine(entry))) return `${getPackageName(path)} is missing`;
    } else if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${getPackageName(path)} is not the version of the lockfile`;
    } else if (!existsSync(join(root, path, 'package.json'))) {
      return `${getPackageName(path)} is incomplete`;
    }
  }
  return undefined;
}

/** False without a platform: such a package may belong to one for another platform. */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  return (
    matches(os, process.platform) &&
    matches(cpu, process.arch) &&
    (libc === undefined || matches(libc, findSystemLibc()))
  );
}

/** Matches a value against npm's list of allowed and `!`-excluded values. */
function matches(list, value) {
  if (list === undefined) return true;
  const all = [list].flat();
  if (all.includes(`!${value}`)) return false;
  const allowed = all.filter((item) => !item.startsWith('!'));
  return allowed.length === 0 || allowed.includes(value);
}

let libc;

function findSystemLibc() {
  if (libc === undefined) {
    process.report.excludeNetwork = true;
    libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  }
  return libc;
}

const stampFile = (root) => join(root, 'node_modules', '.vitrine-install');

function createStamp(root) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${process.platform} ${process.arch} ${hash}\n`;
}

const getPackageName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function readPackages(file) {
  const text = readText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text).packages;
  } catch {
    return undefined;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
