import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { findServerPid } from '#tests/support/shop-process.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const database = useDatabase();
const secret = randomBytes(32).toString('hex');
let root: string;
let url: string;
let port: number;
let supervisor: ChildProcess | undefined;

/** Builds as Vite does, from the build of the shop: the style sheets get other names. */
const vite = `
import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
const folder = process.env.BUILD_FOLDER;
cpSync(process.env.REAL_BUILD + '/client', folder + '/client', { recursive: true });
cpSync(process.env.REAL_BUILD + '/server', folder + '/server', { recursive: true });
const file = folder + '/client/.vite/manifest.json';
const version = readFileSync('server.ts', 'utf8');
const manifest = readFileSync(file, 'utf8');
const styles = new Set(manifest.match(/assets\\/[^"]+\\.css/g));
for (const style of styles)
  for (const end of ['', '.br', '.gz']) {
    const old = folder + '/client/' + style + end;
    if (existsSync(old)) renameSync(old, old.replace('.css', version + '.css'));
  }
writeFileSync(file, manifest.replaceAll(/(assets\\/[^"]+)\\.css/g, '$1' + version + '.css'));
`;

/** A folder like that of the project, whose builds disturb no other test. */
beforeAll(async () => {
  root = makeTemporaryFolder();
  for (const name of ['package.json', 'package-lock.json', 'shop.config.ts', 'scripts'])
    cpSync(join(projectRoot, name), join(root, name), { recursive: true });
  for (const name of ['migrations', 'demo', 'themes', 'examples', 'public', '.npmrc'])
    if (existsSync(join(projectRoot, name))) symlinkSync(join(projectRoot, name), join(root, name));
  mkdirSync(join(root, 'node_modules/vite/bin'), { recursive: true });
  for (const name of readdirSync(join(projectRoot, 'node_modules')))
    if (name !== 'vite') symlinkSync(join(projectRoot, 'node_modules', name), join(root, 'node_modules', name));
  cpSync(join(projectRoot, 'node_modules/vite/package.json'), join(root, 'node_modules/vite/package.json'));
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), vite);
  writeFileSync(join(root, 'server.ts'), '1');
  expect(await build()).toMatchObject({ code: 0 });
  port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

const environment = () => ({
  ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'silent' },
  ...{ DATABASE_URL: database.connectionString, DATA_DIR: join(root, 'data'), PUBLIC_URL: url, PORT: String(port) },
  ...{
    MODE: 'live',
    SECRET: secret,
    MAIL_URL: 'smtp://127.0.0.1:1',
    HOST: '127.0.0.1',
    REAL_BUILD: realpathSync(join(projectRoot, 'dist/current')),
  },
});

async function run(...[program = '', ...args]: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

const build = () => run('node', 'scripts/prepare.mjs', '--build');
const runScript = (name: string, ...args: string[]) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return run('sh', '-c', `${scripts[name]} "$@"`, 'sh', ...args);
};

async function start(): Promise<void> {
  supervisor = spawn('sh', ['scripts/node', 'dist/server/server.js'], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilOpen();
}

const waitUntilOpen = () =>
  expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);

async function stop(): Promise<void> {
  if (!supervisor || supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const ended = once(supervisor, 'close');
  supervisor.kill();
  await ended;
}

/** Files that a page links, and those that its scripts load later. */
async function readPage() {
  const html = await (await fetch(`${url}/shop`)).text();
  const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, href = '']) => href);
  return { html, styles, scripts };
}

async function findMissing(files: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  // One after another: a busy shop may refuse a client that asks for a hundred files at once.
  for (const file of files) {
    const { status } = await fetch(url + file);
    if (status !== 200) missing.push(`${status} ${file}`);
  }
  return missing;
}

describe('builds beside a running shop', () => {
  it('leave its pages their styles and scripts, also after a crash and a restart, and commands build nothing (E1)', async () => {
    await start();
    const open = await readPage();
    expect(open.styles.length).toBeGreaterThan(0);
    expect(open.scripts.length).toBeGreaterThan(0);
    const assets = readdirSync(join(root, 'dist/client/assets'), { recursive: true, encoding: 'utf8' });
    const later = assets.filter((name) => /\.(css|js)$/.test(name));
    const files = [...open.styles, ...open.scripts, ...later.map((name) => `/assets/${name}`)];
    expect(await findMissing(files)).toEqual([]);

    // A command uses the build, says that it is old, and changes nothing.
    const built = realpathSync(join(root, 'dist/current'));
    appendFileSync(join(root, 'shop.config.ts'), '\n// changed\n');
    const listed = await runScript('shop', 'products', 'list', '--json');
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('To build: npm run build') });
    expect(realpathSync(join(root, 'dist/current'))).toBe(built);
    expect((await readPage()).styles).toEqual(open.styles);
    expect(await findMissing(files)).toEqual([]);

    // [46] So does one in the folder of data, which is another file than that of the project.
    expect(await build()).toMatchObject({ code: 0 });
    mkdirSync(join(root, 'data'), { recursive: true });
    const own = join(root, 'data/shop.config.ts');
    for (const change of [
      () => cpSync(join(root, 'shop.config.ts'), own),
      () => appendFileSync(own, "\nexport * from './more.ts';\n"),
      () => writeFileSync(join(root, 'data/more.ts'), 'export const more = 1;'),
      () => writeFileSync(join(root, 'data/more.ts'), 'export const more = 2;'),
    ]) {
      change();
      expect((await runScript('shop', 'products', 'list')).output).toContain('To build: npm run build');
      expect(await build()).toMatchObject({ code: 0 });
      expect((await runScript('shop', 'products', 'list')).output).not.toContain('To build: npm run build');
    }

    // Two builds: the process goes on with its own.
    for (const version of ['2', '3']) {
      writeFileSync(join(root, 'server.ts'), version);
      expect((await build()).code).toBe(0);
      expect(await findMissing(files)).toEqual([]);
      expect((await readPage()).styles).toEqual(open.styles);
    }
    expect(realpathSync(join(root, 'dist/current'))).not.toBe(built);

    // The supervisor starts the same build again.
    const pid = findServerPid(supervisor?.pid ?? 0) ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => findServerPid(supervisor?.pid ?? 0)).not.toBe(pid);
    await waitUntilOpen();
    expect((await readPage()).styles).toEqual(open.styles);

    // After a restart, pages are those of the new build, and open ones still load theirs.
    await stop();
    await start();
    const restarted = await readPage();
    expect(restarted.styles).not.toEqual(open.styles);
    expect(await findMissing([...restarted.styles, ...restarted.scripts, ...files])).toEqual([]);
    const packed = await fetch(url + open.styles[0], { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('cache-control')).toContain('immutable');
  });
});
