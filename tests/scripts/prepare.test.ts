import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createProject } from '../checks/create-project.ts';

/** Fakes that install empty packages and build empty files; both log their calls. */
const npm = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('ran.log', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
if (process.env.TEST_NPM_FAILS) { console.error('registry away'); process.exit(1); }
rmSync('node_modules', { recursive: true, force: true });
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
delete packages[''];
for (const path of Object.keys(packages)) {
  if (packages[path].optional) { delete packages[path]; continue; }
  mkdirSync(path, { recursive: true });
  writeFileSync(path + '/package.json', '{}');
}
await new Promise((done) => setTimeout(done, 300));
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', process.env.TEST_VITE);
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;
const vite = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('ran.log', 'vite ' + process.argv.slice(2, 4).join(' ') + ' ' + process.env.NODE_ENV + '\\n');
console.log('a word on stdout');
if (readFileSync('server.ts', 'utf8').includes('broken')) { console.error('server.ts is broken'); process.exit(1); }
mkdirSync('dist/server', { recursive: true });
mkdirSync('dist/client', { recursive: true });
writeFileSync('dist/server/server.js', '');
writeFileSync('dist/server/shop-server.js', '');
writeFileSync('dist/server/shop.js', '');
`;

let root: string;

beforeEach(() => {
  root = createProject({ 'server.ts': 'first', 'src/a.ts': 'a', 'tool/npm-cli.js': npm });
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  lock({ 'node_modules/vite': { version: '1.0.0' }, 'node_modules/left': { version: '1.0.0' } });
  cpSync(resolve(import.meta.dirname, '../../scripts'), join(root, 'scripts'), { recursive: true });
});

function lock(packages: Record<string, object>) {
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
}

function write(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function prepare(args: string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const env = { ...process.env, npm_execpath: join(root, 'tool/npm-cli.js'), TEST_VITE: vite, ...more };
  const child = spawn(process.execPath, ['scripts/prepare.mjs', ...args], { cwd: root, env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

function ran(tool: string): number {
  if (!existsSync(join(root, 'ran.log'))) return 0;
  return readFileSync(join(root, 'ran.log'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(tool)).length;
}

describe('installing', { timeout: 60_000 }, () => {
  it('installs once, then does nothing', async () => {
    expect(await prepare()).toMatchObject({ code: 0, stdout: '' });
    expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(ran('npm')).toBe(1);
    expect(readFileSync(join(root, 'ran.log'), 'utf8')).toContain('npm ci --include=dev');
  });

  it.each([
    ['the lockfile changed', () => lock({ 'node_modules/vite': { version: '2.0.0' } })],
    [
      'a package was added',
      () => lock({ 'node_modules/vite': { version: '1.0.0' }, 'node_modules/more': { version: '1.0.0' } }),
    ],
    ['a package folder is missing', () => rmSync(join(root, 'node_modules/left'), { recursive: true })],
    ['the last install was interrupted', () => rmSync(join(root, 'node_modules/.package-lock.json'))],
  ])('installs again when %s', async (_title, change) => {
    await prepare();
    change();
    expect((await prepare()).code).toBe(0);
    expect(ran('npm')).toBe(2);
  });

  it('does not retry an optional package that can’t be installed, nor one for another platform', async () => {
    lock({
      'node_modules/vite': { version: '1.0.0' },
      'node_modules/here': { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
      'node_modules/there': { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['mips'] },
    });
    await prepare();
    expect((await prepare()).code).toBe(0);
    expect(ran('npm')).toBe(1);
    rmSync(join(root, 'node_modules/.vitrine-install'));
    await prepare();
    expect(ran('npm')).toBe(2);
  });

  it('installs once when two run at the same time', async () => {
    const both = await Promise.all([prepare(), prepare()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(ran('npm')).toBe(1);
  });

  it('breaks the lock of a killed process', async () => {
    const dead = spawn(process.execPath, ['-e', '']);
    await new Promise((done) => dead.on('close', done));
    write('.cache/install.lock', JSON.stringify({ pid: dead.pid, host: hostname(), at: 0 }));
    expect((await prepare()).code).toBe(0);
    expect(existsSync(join(root, '.cache/install.lock'))).toBe(false);
  });

  it('reports a failed install with the output of npm and advice', async () => {
    const { code, stderr } = await prepare([], { TEST_NPM_FAILS: '1' });
    expect(code).toBe(1);
    expect(stderr).toContain('registry away');
    expect(stderr).toContain('could not be installed');
    expect(existsSync(join(root, '.cache/install.lock'))).toBe(false);
  });
});

describe('building', { timeout: 60_000 }, () => {
  it('builds for production once, and prints to stderr only', async () => {
    const first = await prepare(['--build'], { NODE_ENV: 'development' });
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(root, 'ran.log'), 'utf8')).toContain('vite build --app production');
    expect((await prepare(['--build'])).stderr).toBe('The build is up to date.\n');
    expect(await prepare(['--build', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(ran('vite')).toBe(1);
  });

  it('builds again when a source is changed, added or removed, but not for a test', async () => {
    await prepare(['--build']);
    write('src/a.test.ts', 'test');
    await prepare(['--build']);
    expect(ran('vite')).toBe(1);
    write('src/a.ts', 'b');
    await prepare(['--build']);
    write('src/new.css', '');
    await prepare(['--build']);
    rmSync(join(root, 'src/new.css'));
    await prepare(['--build']);
    expect(ran('vite')).toBe(4);
  });

  it('builds again when an output is missing, and with --force', async () => {
    await prepare(['--build']);
    rmSync(join(root, 'dist/server/shop.js'));
    await prepare(['--build']);
    await prepare(['--build', '--force']);
    expect(ran('vite')).toBe(3);
  });

  it('reports a failed build with its output, and builds again next time', async () => {
    await prepare(['--build']);
    write('server.ts', 'broken');
    const { code, stderr } = await prepare(['--build']);
    expect(code).toBe(1);
    expect(stderr).toContain('server.ts is broken');
    expect(stderr).toContain('The build failed');
    write('server.ts', 'first');
    await prepare(['--build']);
    expect(ran('vite')).toBe(3);
  });
});
