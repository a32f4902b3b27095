import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { uploadCallPath } from '#features/uploads/contract.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { defaultWireNames } from '#platform/config/wire-names.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { createTestImage } from '#tests/support/uploads.ts';
import { startProgram, temporaryFolder } from './start-built.ts';

const store = useDatabase();
const within = { timeout: 60_000, interval: 50 };
const { rest } = { ...defaultWireNames, ...shopConfig.wire };

/** Mounts belong to the namespace of the process and go with it. */
const namespace = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', [...namespace, 'sh', '-c', 'mount -t tmpfs tmpfs /tmp']).status === 0;

/** Starts a built program whose data folder is a file system of 8 MB. @param prepare shell commands in the folder */
function startOnSmallDisk(program: 'server' | 'shop', args: readonly string[], prepare: string, env = {}) {
  const dataDir = temporaryFolder();
  const script = `mount -t tmpfs -o size=8m tmpfs "$0" && cd "$0" && ${prepare} && cd "$1" && shift && exec "$@"`;
  const built = [process.execPath, join(projectRoot, 'dist/server', `${program}.js`), ...args];
  const command = ['unshare', ...namespace, 'sh', '-c', script, dataDir, projectRoot, ...built];
  const started = startProgram(command, { DATABASE_URL: store.connectionString, DATA_DIR: dataDir, ...env });
  /** The folder as the process sees it. */
  return { ...started, dataDir: `/proc/${started.process.pid}/root${dataDir}` };
}

function fillDisk(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(join(dataDir, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)));
}

const countLines = (log: string, part: string) => log.split('\n').filter((line) => line.includes(part)).length;

describe.runIf(canMount)('a full disk', () => {
  it('answers uploads with 503 and its reason, logs it once, and is over when there is room (F3)', async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const shop = startOnSmallDisk('server', [], 'true', {
      ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'info' },
      ...{ SECRET: randomBytes(32).toString('hex'), MAIL_URL: 'smtp://127.0.0.1:1' },
    });
    const readReadiness = () =>
      fetch(`${url}/readyz`).then(
        async (reply) => ({ status: reply.status, body: (await reply.json()) as object }),
        () => ({ status: 0, body: {} }),
      );
    await expect.poll(async () => (await readReadiness()).status, within).toBe(200);
    const image = await createTestImage();
    // Megabytes that are no image after its end, so that the file does not fit.
    const bytes = Buffer.concat([image, Buffer.alloc(2_000_000)]);
    const upload = async (file: Buffer, accept = 'application/json') => {
      const body = new FormData();
      body.set('file', new File([new Uint8Array(file)], 'drawing.png', { type: 'image/png' }));
      const reply = await fetch(url + uploadCallPath(rest), { method: 'POST', body, headers: { accept } });
      return { status: reply.status, retry: reply.headers.get('retry-after'), text: await reply.text() };
    };
    expect(await upload(image)).toMatchObject({ status: 200 });
    fillDisk(shop.dataDir);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const refused = await upload(bytes);
      expect(refused).toMatchObject({ status: 503, retry: '5', text: expect.stringContaining('"storage_full"') });
    }
    const page = await upload(bytes, 'text/html');
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('</html>')]);
    expect(await readReadiness()).toMatchObject({
      status: 503,
      body: { status: 'not ready', database: 'ok', storage: 'full' },
    });
    expect((await fetch(`${url}/`)).status, 'pages need no room').toBe(200);
    expect(countLines(shop.errors() + shop.output(), 'the disk of the data folder is full')).toBe(1);
    rmSync(join(shop.dataDir, 'filler'));
    await expect.poll(async () => (await readReadiness()).status, within).toBe(200);
    expect(await upload(bytes)).toMatchObject({ status: 200 });
    const log = shop.errors() + shop.output();
    expect(countLines(log, 'the disk of the data folder has room again')).toBe(1);
    expect([countLines(log, 'a request failed'), countLines(log, '"level":60')]).toEqual([0, 0]);
  });

  it('is named by an import for each picture that it could not store (F3)', async () => {
    const pictures = join(temporaryFolder(), 'pictures');
    mkdirSync(pictures, { recursive: true });
    onTestFinished(() => rmSync(pictures, { recursive: true, force: true }));
    const noise = randomBytes(900 * 900 * 3);
    const { default: sharp } = await import('sharp');
    const png = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
      .png()
      .toBuffer();
    writeFileSync(join(pictures, 'cup.png'), png);
    const file = join(pictures, 'products.csv');
    writeFileSync(file, 'Type,SKU,Name,Published,Regular price,Images\nsimple,CUP,Cup,1,10,cup.png\n');
    const fill = 'dd if=/dev/zero of=filler bs=1024 count=7000 2>/dev/null';
    const imported = startOnSmallDisk('shop', ['import', 'products', file, '--images', pictures], fill);
    const { output, errors } = await imported.ended;
    expect(output + errors).toContain('cup.png: STORAGE_FULL; a placeholder is shown');
  });
});
