import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative, resolve } from 'node:path';
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
if (process.env.TEST_NPM_IS_SLOW) await new Promise((done) => setTimeout(done, 300));
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', process.env.TEST_VITE);
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;
const vite = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('ran.log', 'vite ' + process.argv.slice(2, 4).join(' ') + ' ' + process.env.NODE_ENV + '\\n');
console.log('a word on stdout');
if (readFileSync('server.ts', 'utf8').includes('broken')) { console.error('server.ts is broken'); process.exit(1); }
const folder = process.env.BUILD_FOLDER;
mkdirSync(folder + '/server', { recursive: true });
mkdirSync(folder + '/client/assets/src', { recursive: true });
writeFileSync(folder + '/client/assets/src/page-' + readFileSync('src/a.ts', 'utf8') + '.css', '');
writeFileSync(folder + '/client/assets/same-1.js', '');
writeFileSync(folder + '/client/assets/style-' + readFileSync('src/a.ts', 'utf8') + '.css', '');
writeFileSync(folder + '/server/server.js', readFileSync('src/a.ts', 'utf8'));
writeFileSync(folder + '/server/shop-server.js', '');
writeFileSync(folder + '/server/shop.js', '');
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

/** Assets of builds before, which a build still serves. */
const listEarlier = (folder: string) =>
  readdirSync(join(folder, 'earlier/assets'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .toSorted();

function ran(tool: string): number {
  if (!existsSync(join(root, 'ran.log'))) return 0;
  return readFileSync(join(root, 'ran.log'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(tool)).length;
}

describe('installing', () => {
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
    const both = await Promise.all([1, 2].map(() => prepare([], { TEST_NPM_IS_SLOW: '1' })));
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

describe('building', () => {
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

  it('keeps the last build until the new one is whole, and when that fails (E1)', async () => {
    await prepare(['--build']);
    const read = () => [
      readFileSync(join(root, 'dist/server/server.js'), 'utf8'),
      ...readdirSync(join(root, 'dist/client/assets')),
    ];
    const first = read();
    expect(first).toEqual(['a', 'same-1.js', 'src', 'style-a.css']);
    write('server.ts', 'broken');
    write('src/a.ts', 'b');
    expect((await prepare(['--build'])).code).toBe(1);
    expect(read()).toEqual(first);
    expect(readdirSync(join(root, 'dist/builds'))).toHaveLength(1);
    write('server.ts', 'first');
    const building = prepare(['--build']);
    while (ran('vite') < 3) {
      expect(read()).toEqual(first);
      await new Promise((done) => setTimeout(done, 10));
    }
    await building;
    expect(read()).toEqual(['b', 'same-1.js', 'src', 'style-b.css']);
  });

  it('keeps the assets of the build before, and builds that a process runs from, and no others (E1)', async () => {
    const build = async (text: string) => {
      write('src/a.ts', text);
      await prepare(['--build']);
      return realpathSync(join(root, 'dist/current'));
    };
    const [first, second] = [await build('a'), await build('b')];
    expect(listEarlier(second)).toEqual(['src/page-a.css', 'style-a.css']);
    write(`${relative(root, second)}/processes/${process.pid}`, '');
    write(`${relative(root, first)}/processes/4194304`, '');
    const third = await build('c');
    expect([first, second, third].map((folder) => existsSync(folder))).toEqual([false, true, true]);
    const fourth = await build('d');
    expect([second, third, fourth].map((folder) => existsSync(folder))).toEqual([true, true, true]);
    expect(listEarlier(fourth)).toEqual(['src/page-b.css', 'src/page-c.css', 'style-b.css', 'style-c.css']);
    rmSync(join(second, 'processes', String(process.pid)));
    await build('e');
    expect([second, third].map((folder) => existsSync(folder))).toEqual([false, false]);
  });

  it('takes over the folders of earlier versions (E1)', async () => {
    await prepare();
    write('dist/client/assets/style-old.css', '');
    for (const name of ['server', 'shop-server', 'shop']) write(`dist/server/${name}.js`, 'old');
    expect((await prepare(['--build'])).code).toBe(0);
    expect(readFileSync(join(root, 'dist/server/server.js'), 'utf8')).toBe('a');
    expect(readdirSync(join(root, 'dist/current/earlier/assets'))).toEqual(['style-old.css']);
  });

  it('builds nothing for a command while there is a build, and says in one line that it is older (E1)', async () => {
    expect((await prepare(['--use-build', '--quiet'])).code).toBe(0);
    expect(ran('vite')).toBe(1);
    expect(await prepare(['--use-build', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
    const built = realpathSync(join(root, 'dist/current'));
    for (const path of ['src/a.ts', 'shop.config.ts', 'themes/dark.css']) {
      write(path, `changed ${path}`);
      const { code, stdout, stderr } = await prepare(['--use-build', '--quiet']);
      expect([code, stdout]).toEqual([0, '']);
      expect(stderr).toMatch(
        /^Sources or shop\.config\.ts changed since the build of .*, which is used\. .*npm run build\n$/,
      );
    }
    // Packages of a running shop stay as well.
    lock({ 'node_modules/vite': { version: '2.0.0' } });
    expect((await prepare(['--use-build', '--quiet'])).stderr.split('\n')).toHaveLength(2);
    expect([ran('vite'), ran('npm'), realpathSync(join(root, 'dist/current'))]).toEqual([1, 1, built]);
    rmSync(join(root, 'dist/server/shop.js'));
    await prepare(['--use-build', '--quiet']);
    expect([ran('vite'), ran('npm')]).toEqual([2, 2]);
  });

  it('reports a failed build with its output, and builds again next time', async () => {
    await prepare(['--build']);
    write('server.ts', 'broken');
    const { code, stderr } = await prepare(['--build']);
    expect(code).toBe(1);
    expect(stderr).toContain('server.ts is broken');
    expect(stderr).toContain('The build failed');
    // The build of these sources is still there.
    write('server.ts', 'first');
    expect((await prepare(['--build'])).stderr).toBe('The build is up to date.\n');
    write('server.ts', 'mended');
    await prepare(['--build']);
    expect(ran('vite')).toBe(3);
  });
});
