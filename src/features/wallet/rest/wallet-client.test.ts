import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/http/log.ts';
import { testClock } from '#tests/support/sales.ts';
import { WalletRefusal, WalletUnanswered } from './errors.ts';
import { WalletClient } from './wallet-client.ts';

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const clock = testClock();
const logged: string[] = [];
const log = createLog('debug', { write: (line) => void logged.push(line) });
const seen: { readonly path: string; readonly key: string | undefined; readonly token: string | undefined }[] = [];
let tokens = 0;
/** `cut`: the connection ends without a reply. The last one repeats. */
let answers: (Answer | 'cut')[] = [];
let tokenAnswer: Answer | null = null;

const issueToken = (): Answer => ({
  status: 200,
  body: JSON.stringify({ access_token: `token-${++tokens}`, expires_in: 32400 }),
});

const server = createServer((request: IncomingMessage, response) => {
  const isToken = request.url === '/v1/oauth2/token';
  const { 'paypal-request-id': key, authorization: token } = request.headers;
  seen.push({ path: request.url ?? '', key: key as string | undefined, token });
  const answer = isToken ? (tokenAnswer ?? issueToken()) : answers.length > 1 ? answers.shift() : answers[0];
  if (answer === 'cut' || !answer) return void request.socket.destroy();
  response.writeHead(answer.status, { 'paypal-debug-id': 'f00dcafe', ...answer.headers }).end(answer.body ?? '{}');
});
let client: WalletClient;
let restUrl = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  restUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  [seen.length, logged.length, tokens] = [0, 0, 0];
  tokenAnswer = null;
  answers = [{ status: 200 }];
  const account = { clientId: 'client', clientSecret: { reveal: () => 'secret-of-the-account' } };
  const urls = { webUrl: restUrl, sdkUrl: restUrl, restUrl };
  client = new WalletClient({ clock, log } as never, { kind: 'test', ...urls, ...account });
});

const call = (more: object = {}) =>
  client.call({
    ...{ operation: 'createOrder', method: 'POST', path: '/v2/checkout/orders', body: { a: 1 }, requestKey: 'key' },
    ...{ schema: z.unknown(), signal: AbortSignal.timeout(15_000) },
    ...more,
  });
const refusal = (issue: string, status = 422): Answer => ({
  status,
  body: JSON.stringify({
    name: 'UNPROCESSABLE_ENTITY',
    debug_id: 'abc123',
    details: [{ issue, description: 'Ada Byrne' }],
  }),
});
const countCalls = () => seen.filter(({ path }) => path !== '/v1/oauth2/token').length;

describe('the client of the wallet', () => {
  it('asks for one token, for callers at once and later, until it ends', async () => {
    await Promise.all([call(), call(), call()]);
    await call();
    expect(tokens).toBe(1);
    clock.forward(32_400_000);
    await call();
    expect(tokens).toBe(2);
  });

  it('renews a token that is refused, once', async () => {
    answers = [{ status: 401 }, { status: 200 }];
    await call();
    expect(seen.map(({ token }) => token?.slice(0, 14))).toEqual([
      ...['Basic Y2xpZW50', 'Bearer token-1', 'Basic Y2xpZW50', 'Bearer token-2'],
    ]);
    answers = [{ status: 401 }];
    await expect(call()).rejects.toThrow(WalletUnanswered);
    expect(tokens).toBe(3);
  });

  it('leaves it unknown what becomes of a call while the account is refused', async () => {
    tokenAnswer = { status: 401, body: '{"error":"invalid_client"}' };
    await expect(call()).rejects.toThrow(WalletUnanswered);
    await expect(client.checkAccount()).rejects.toThrow(WalletRefusal);
    tokenAnswer = null;
    await client.checkAccount();
  });

  it.each<readonly [string, Answer | 'cut']>([
    ['no reply', 'cut'],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['409', { status: 409 }],
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
  ])('repeats a call after %s, with its key (pitfall 5)', async (_name, answer) => {
    answers = [answer, { status: 201, body: '{"id":"A"}' }];
    expect(await call()).toEqual({ id: 'A' });
    expect(seen.slice(1).map(({ key }) => key)).toEqual(['key', 'key']);
  });

  it('leaves it to others when the provider wants to rest for long, and when the caller’s time is over', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '60' } }];
    await expect(call()).rejects.toThrow('status 429');
    answers = ['cut'];
    await expect(call({ signal: AbortSignal.timeout(100) })).rejects.toThrow('out of time');
  });

  it('does not repeat what the provider refuses, and tells its code', async () => {
    answers = [refusal('INSTRUMENT_DECLINED')];
    const error = await call().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(WalletRefusal);
    expect(error).toMatchObject({ refusal: { issue: 'INSTRUMENT_DECLINED', status: 422, debugId: 'abc123' } });
    expect(countCalls()).toBe(1);
  });

  it('stops asking a server that fails again and again, and tries once after a pause', async () => {
    answers = [{ status: 503 }];
    await expect(call()).rejects.toThrow(WalletUnanswered);
    expect(client.isAnswering()).toBe(true);
    await expect(call()).rejects.toThrow(WalletUnanswered);
    expect(client.isAnswering()).toBe(false);
    const before = countCalls();
    await expect(call()).rejects.toThrow('not answered lately');
    expect(countCalls()).toBe(before);
    clock.forward(31_000);
    expect(client.isAnswering()).toBe(true);
    answers = [{ status: 200 }];
    const replies = await Promise.allSettled([call(), call(), call()]);
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(countCalls()).toBe(before + 1);
    await call();
    expect(client.isAnswering()).toBe(true);
  });

  it('asks again after its pause also when the clock was set back meanwhile', async () => {
    answers = [{ status: 503 }];
    for (let round = 0; round < 2; round += 1) await expect(call()).rejects.toThrow(WalletUnanswered);
    expect(client.isAnswering()).toBe(false);
    clock.forward(-3_600_000);
    answers = [{ status: 200 }];
    await call();
    expect(client.isAnswering()).toBe(true);
    clock.forward(3_600_000);
  });

  it('begins no payment for a while when the provider has refused the shop’s account', async () => {
    answers = [refusal('PAYEE_ACCOUNT_RESTRICTED')];
    await expect(call()).rejects.toThrow('PAYEE_ACCOUNT_RESTRICTED');
    expect(client.isAnswering()).toBe(false);
    clock.forward(11 * 60_000);
    expect(client.isAnswering()).toBe(true);
  });

  it('understands neither other fields than it asks for, nor a reply without end', async () => {
    answers = [{ status: 200, body: '{"id":5}' }];
    await expect(call({ schema: z.object({ id: z.string() }) })).rejects.toThrow('not understood');
    answers = [{ status: 200, body: `"${'a'.repeat(1_100_000)}"` }];
    await expect(call({ signal: AbortSignal.timeout(1000) })).rejects.toThrow(WalletUnanswered);
  });

  it('logs codes and debug ids, and neither secrets nor what the provider quotes of shoppers', async () => {
    answers = [refusal('ADDRESS_INVALID'), { status: 200, body: '{"email":"ada@example.com"}' }];
    await call({ body: { email: 'ada@example.com' } }).catch((error: unknown) => log.error({ err: error }, 'failed'));
    await call({ schema: z.object({ name: z.string() }) }).catch((error: unknown) =>
      log.error({ err: error }, 'failed'),
    );
    tokenAnswer = { status: 401, body: '{"error_description":"ada@example.com"}' };
    clock.forward(32_400_000);
    await call().catch((error: unknown) => log.error({ err: error }, 'failed'));
    const lines = logged.join('');
    for (const word of ['ADDRESS_INVALID', 'abc123', 'f00dcafe', 'createOrder', 'account is refused'])
      expect(lines).toContain(word);
    for (const word of ['ada@', 'Ada', 'secret-of', 'token-1', 'Y2xpZW50', 'Bearer']) expect(lines).not.toContain(word);
  });
});
