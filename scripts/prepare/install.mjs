import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { alone } from './lock.mjs';
import { run, SetupError, secondsSince } from './run.mjs';

/**
 * Installs what package-lock.json says when node_modules is missing, half-finished or of another lockfile.
 * @returns {Promise<boolean>} whether something was installed
 */
export async function ensureInstall(root, say) {
  if (missing(root) === undefined) return false;
  const lock = join(root, '.cache', 'install.lock');
  const waiting = () => say('Another process is installing the packages; waiting for it …');
  return alone(lock, waiting, async () => {
    const why = missing(root);
    if (why === undefined) return false;
    await install(root, say, why);
    return true;
  });
}

async function install(root, say, why) {
  const start = Date.now();
  say(`Installing packages (${why}); about a minute the first time …`);
  // The npm that called this script is the one the person chose; development packages are needed to build, even
  // where NODE_ENV is production.
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
  writeFileSync(markFile(root), markOf(root));
  const still = missing(root);
  if (still !== undefined) {
    throw new SetupError(`The install ended, but ${still}.`, 'Remove node_modules and run the command again.', output);
  }
  say(`Packages installed in ${secondsSince(start)}.`);
}

/** Why node_modules is not what the lockfile says, or undefined when it is. */
function missing(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  if (wanted === undefined) throw new SetupError('There is no package-lock.json here.', 'Clone the repository again.');
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (present === undefined)
    return existsSync(join(root, 'node_modules')) ? 'the last install did not end' : 'none yet';
  // npm leaves out an optional package that can't be had; once tried with this lockfile, it is not tried at every start.
  const tried = readText(markFile(root)) === markOf(root);
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue;
    const found = present[path];
    if (found === undefined) {
      if (!entry.optional || (!tried && isForThisMachine(entry))) return `${nameOf(path)} is missing`;
    } else if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${nameOf(path)} is not the version of the lockfile`;
    } else if (!existsSync(join(root, path, 'package.json'))) {
      return `${nameOf(path)} is incomplete`;
    }
  }
  return undefined;
}

/** Only packages that name a platform count: one that names none may hang on a parent that is for another platform. */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  return fits(os, process.platform) && fits(cpu, process.arch) && (libc === undefined || fits(libc, systemLibc()));
}

function fits(list, value) {
  if (list === undefined) return true;
  const all = [list].flat();
  if (all.includes(`!${value}`)) return false;
  const allowed = all.filter((item) => !item.startsWith('!'));
  return allowed.length === 0 || allowed.includes(value);
}

let libc;

function systemLibc() {
  if (libc === undefined) {
    process.report.excludeNetwork = true;
    libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  }
  return libc;
}

const markFile = (root) => join(root, 'node_modules', '.vitrine-install');

function markOf(root) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${process.platform} ${process.arch} ${hash}\n`;
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function packagesOf(file) {
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
