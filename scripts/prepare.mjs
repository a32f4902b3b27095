// Makes this folder ready to run: installs packages by the lockfile and, with --build, builds the
// sources if they changed. With --use-build it does neither while there is a build: a shop may run from it. Runs on Node 20 before anything is installed, so it has no dependencies. Prints to
// stderr only: stdout belongs to the program that follows.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild, hasBuild, reportOldBuild } from './prepare/build.mjs';
import { ensureInstall, isInstalled } from './prepare/install.mjs';
import { SetupError } from './prepare/run.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2));
const print = (line) => process.stderr.write(`${line}\n`);

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(
      `Node ${process.versions.node} is too old to install Vitrine.`,
      'Install Node 24 from https://nodejs.org and try again.',
    );
  }
  const usesBuild = flags.has('--use-build') && hasBuild(root) && isInstalled(root);
  if (usesBuild) reportOldBuild(root, print);
  else await ensureInstall(root, print);
  if (flags.has('--build') || (flags.has('--use-build') && !usesBuild)) {
    const isBuilt = await ensureBuild(root, print, { force: flags.has('--force') });
    if (!isBuilt && !flags.has('--quiet')) print('The build is up to date.');
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  print(error.report());
  process.exitCode = 1;
}
