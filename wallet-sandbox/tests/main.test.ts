import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { testWalletAccounts } from '#app/welcome.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { accounts } from '../checkout/accounts.ts';
import { captureOrder, createOrder, getPayment, requestKey } from './orders.ts';
import { connectTarget, type Target } from './targets.ts';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const credentials = { clientId: 'test-wallet-client', clientSecret: 'test-wallet-secret' };

async function startProgram(dataFile: string): Promise<{ child: ChildProcess; target: Target; restUrl: string }> {
  const env = { ...process.env, SANDBOX_PORT: '0', SANDBOX_REST_PORT: '0', SANDBOX_DATA: dataFile };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, restUrl] = /REST calls: (\S+),/.exec(line) ?? [];
    if (restUrl) return { child, restUrl, target: connectTarget('the program', restUrl, credentials) };
  }
  throw new Error('the program ended without an address');
}

it('runs from its sources, and keeps payments over the end of the process', async () => {
  const dataFile = join(makeTemporaryFolder(), 'wallet.jsonl');
  const first = await startProgram(dataFile);
  const id = await createOrder(first.target);
  await fetch(`${first.restUrl}/control/approve`, { method: 'POST', body: JSON.stringify({ orderId: id }) });
  const headers = requestKey();
  const paid = await captureOrder(first.target, id, headers);
  const ended = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await ended;
  const second = await startProgram(dataFile);
  const again = await captureOrder(second.target, id, headers);
  expect([again.status, getPayment(again).id]).toEqual([200, getPayment(paid).id]);
});

it('has the accounts that the message of the demo shop names', () => {
  expect(accounts.map(({ email }) => email)).toEqual(testWalletAccounts);
});
