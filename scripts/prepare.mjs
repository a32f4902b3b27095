// Makes this folder ready to run: packages as the lockfile says and, with --build, a build of the sources as they are.
// Runs on Node 20 before anything is installed, so it has no dependencies. Speaks on stderr only: stdout belongs to
// the program that follows.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './prepare/build.mjs';
import { ensureInstall } from './prepare/install.mjs';
import { SetupError } from './prepare/run.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2));
const say = (line) => process.stderr.write(`${line}\n`);

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(
      `Node ${process.versions.node} is too old to install Vitrine.`,
      'Install Node 24 from https://nodejs.org and try again.',
    );
  }
  await ensureInstall(root, say);
  if (flags.has('--build')) {
    const built = await ensureBuild(root, say, { force: flags.has('--force') });
    if (!built && !flags.has('--quiet')) say('The build is up to date.');
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.report());
  process.exitCode = 1;
}
