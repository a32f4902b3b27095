import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Feature } from '#platform/features/feature.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { createAdmission } from './admission.ts';

const database = useDatabase();
/** Responses that the page has sent or is sending, by the client's mark. */
let started: string[] = [];

const feature: Omit<Feature, 'name' | 'needs'> = {
  routes: (http) => {
    http.get('/slow/:mark', async (request) => {
      started.push((request.params as { mark: string }).mark);
      await sleep(20);
      return { ok: true };
    });
  },
};

async function open(env: Readonly<Record<string, string>> = {}): Promise<URL> {
  started = [];
  // One place: the machine is busy.
  const admission = createAdmission({ waitingCount: 20, options: { max: 4 } } as Parameters<typeof createAdmission>[0]);
  const { url } = await smallShop(database, { feature, admission, env });
  return new URL(url);
}

/** Sends requests on one connection without waiting. @param localAddress of the client */
function pipeline(url: URL, mark: string, count: number, { localAddress = '127.0.0.1', headers = '' } = {}): Socket {
  const socket = connect({ port: Number(url.port), host: url.hostname, localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET /slow/${mark} HTTP/1.1\r\nHost: ${url.host}\r\n${headers}\r\n`.repeat(count));
  return socket;
}

async function readStatuses(socket: Socket, count: number): Promise<number[]> {
  let text = '';
  const readNow = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  await expect.poll(() => readNow().length, { interval: 5 }).toBe(count);
  return readNow();
}

describe('200 requests that one client sends on a connection at once (F2)', () => {
  it('hold few places, so that a request of another connection starts after a few of them', async () => {
    const url = await open();
    const rude = pipeline(url, 'rude', 200);
    await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(0);
    const [statuses] = await readStatuses(pipeline(url, 'honest', 1), 1);
    expect(statuses).toBe(200);
    expect(started.indexOf('honest')).toBeLessThanOrEqual(20);
    const answers = await readStatuses(rude, 200);
    expect(answers.filter((status) => status === 503).length).toBeGreaterThan(150);
  });

  it('wait for a request of another network, on however many connections they come', async () => {
    const url = await open();
    for (let index = 0; index < 25; index += 1) pipeline(url, 'rude', 8);
    await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(1);
    const before = started.length;
    const honest = pipeline(url, 'honest', 1, { localAddress: '127.0.0.2' });
    expect(await readStatuses(honest, 1)).toEqual([200]);
    expect(started.indexOf('honest') - before, 'others that started first').toBeLessThanOrEqual(20);
  });

  it('count by the address that a trusted proxy names', async () => {
    const url = await open({ TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => ({ headers: `X-Forwarded-For: ${address}\r\n` });
    for (let index = 0; index < 25; index += 1) pipeline(url, 'rude', 8, from('203.0.113.7'));
    await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(1);
    const before = started.length;
    expect(await readStatuses(pipeline(url, 'honest', 1, from('198.51.100.9')), 1)).toEqual([200]);
    expect(started.indexOf('honest') - before).toBeLessThanOrEqual(20);
  });
});
