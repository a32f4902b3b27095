import type { Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import type { CallOptions } from './api.ts';

const site = useTrialSite();
beforeEach(() => site.page('/', <main />));
afterEach(() => site.reset());

async function open() {
  const shopper = await site.shopper();
  return { ...shopper, page: await shopper.open('/') };
}

let shared: ReturnType<typeof open> | undefined;

/** One page for calls that leave nothing behind. */
async function openShared() {
  shared ??= open();
  const { page, complaints } = await shared;
  complaints.length = 0;
  return { page, complaints };
}

const call = (page: Page, path: string, options: Omit<CallOptions, 'signal'> = {}) =>
  page.evaluate(([to, how]) => window.trial.call(to, how), [path, options] as const);

describe('a call', () => {
  it('returns the reply of the server, and nothing for a 204', async () => {
    site.answer('GET /thing', () => ({ body: { name: 'a thing' } }));
    site.answer('POST /empty', () => ({ status: 204 }));
    const { page } = await openShared();
    expect(await call(page, '/thing')).toEqual({ ok: true, status: 200, data: { name: 'a thing' } });
    expect(site.asked.find(({ path }) => path === '/thing')?.headers.accept).toBe('application/json');
    expect(await call(page, '/empty', { method: 'POST' })).toEqual({ ok: true, status: 204, data: undefined });
  });

  it('sends objects as JSON and forms as forms, and reads HTML on request', async () => {
    site.answer('POST /thing', ({ body, headers }) => ({ body: `<p>${headers['content-type']} ${body}</p>` }));
    const { page } = await openShared();
    const json = await call(page, '/thing', { method: 'POST', body: { a: 1 }, as: 'text' });
    expect(json).toMatchObject({ data: '<p>application/json {"a":1}</p>' });
    const form = await page.evaluate(() =>
      window.trial.call('/thing', { method: 'POST', body: new URLSearchParams({ a: '1' }), as: 'text' }),
    );
    expect(form).toMatchObject({ data: '<p>application/x-www-form-urlencoded;charset=UTF-8 a=1</p>' });
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)(
    '[7.3/8] sends %s as POST with X-HTTP-Method-Override',
    async (method) => {
      site.answer('POST /thing', ({ headers }) => ({ body: headers['x-http-method-override'] === method }));
      const { page } = await openShared();
      expect(await call(page, '/thing', { method })).toMatchObject({ ok: true, data: true });
    },
  );

  it('sends GET and POST unchanged', async () => {
    site.answer('POST /thing', ({ headers }) => ({ body: { override: headers['x-http-method-override'] ?? null } }));
    const { page } = await openShared();
    expect(await call(page, '/thing', { method: 'POST' })).toMatchObject({ data: { override: null } });
  });
});

describe('a call with files', () => {
  it('reports how much was sent, and is answered and fails like any other', async () => {
    site.answer('POST /thing', ({ body, headers }) => ({
      body: { type: headers['content-type']?.split(';')[0], hasFile: body.includes('filename="a.txt"') },
    }));
    site.answer('POST /cut', () => 'cut');
    const { page } = await openShared();
    const send = (path: string) =>
      page.evaluate(async (to) => {
        const shares: number[] = [];
        const body = new FormData();
        body.set('file', new File(['hello'], 'a.txt'));
        const reply = await window.trial.call(to, { method: 'POST', body, onProgress: (share) => shares.push(share) });
        return { reply, last: shares.at(-1) };
      }, path);
    const data = { type: 'multipart/form-data', hasFile: true };
    expect(await send('/thing')).toEqual({ reply: { ok: true, status: 200, data }, last: 1 });
    expect((await send('/cut')).reply).toMatchObject({ ok: false, code: 'fetch_error', status: 0 });
  });
});

describe('a call that fails', () => {
  it('[8.1/1] says that the shopper is probably offline when there is no reply', async () => {
    site.answer('GET /thing', () => 'cut');
    const { page } = await openShared();
    const failed = { ok: false, code: 'fetch_error', message: 'You are probably offline.', status: 0 };
    expect(await call(page, '/thing')).toMatchObject(failed);
  });

  it.each([200, 500])('[8.1/2] reports a reply that is not JSON (status %d)', async (status) => {
    site.answer('GET /thing', () => ({ status, body: '<p>no</p>' }));
    const { page } = await openShared();
    const failed = { ok: false, code: 'invalid_json', message: 'The response is not a valid JSON response.', status };
    expect(await call(page, '/thing')).toMatchObject(failed);
  });

  it.each([
    { status: 400, body: { error: 'x' } },
    { status: 500, body: [] },
    { status: 404, body: { code: 7 } },
  ])('[8.1/3] reports an unknown error when the reply has no code and message (%o)', async (answer) => {
    site.answer('GET /thing', () => answer);
    const { page } = await openShared();
    const failed = { ok: false, code: 'unknown_error', message: 'An unknown error occurred.', status: answer.status };
    expect(await call(page, '/thing')).toMatchObject(failed);
  });

  it('[8.1/5] is an error for any reply but 2xx, with the server’s message, and is logged to the console', async () => {
    const body = { code: 'sold_out', message: 'Sold out.', data: { status: 409 } };
    site.answer('POST /thing', () => ({ status: 409, body }));
    const { page, complaints } = await openShared();
    expect(await call(page, '/thing', { method: 'POST' })).toEqual({
      ok: false,
      code: 'sold_out',
      message: 'Sold out.',
      status: 409,
      body,
    });
    expect(complaints).toContain('POST /thing: 409 sold_out');
  });

  it('is not logged when the page aborted it', async () => {
    site.answer('GET /thing', () => new Promise(() => {}));
    const { page, complaints } = await openShared();
    const result = await page.evaluate(() => {
      const controller = new AbortController();
      const answer = window.trial.call('/thing', { signal: controller.signal });
      controller.abort();
      return answer;
    });
    expect(result).toMatchObject({ ok: false, code: 'aborted' });
    expect(complaints).toEqual([]);
  });
});

/**
 * Nonces like the server's: bound to visitor and action. Each call without the visitor's cookie
 * creates a visitor.
 */
function answerNonces() {
  let visitors = 0;
  let generation = 0;
  const nonce = (visitor: string | undefined, action: string) => `${visitor}/${action}/${generation}`;
  site.answer('POST /nonces', async ({ body, cookies }) => {
    const visitor = cookies.visitor ?? `v${++visitors}`;
    // Long enough for a second tab to call meanwhile if it did not wait.
    await new Promise((resume) => setTimeout(resume, 200));
    const { actions } = JSON.parse(body) as { actions: string[] };
    const nonces = Object.fromEntries(actions.map((action) => [action, nonce(visitor, action)]));
    return { headers: { 'set-cookie': `visitor=${visitor}; path=/` }, body: { nonces } };
  });
  site.answer('POST /write', ({ headers, cookies }) => {
    if (headers['x-trial-nonce'] === nonce(cookies.visitor, 'write')) return { body: { visitor: cookies.visitor } };
    return { status: 403, body: { code: 'rest_cookie_invalid_nonce', message: 'The nonce is not valid.' } };
  });
  return { visitors: () => visitors, outdate: () => generation++ };
}

describe('a call that needs a nonce', () => {
  const write = (page: Page) => call(page, '/write', { method: 'POST', nonce: 'write' });

  it('fetches it at first use and keeps it for later calls and pages', async () => {
    answerNonces();
    const { page, complaints } = await open();
    expect(site.timesAsked('POST /nonces')).toBe(0);
    expect(await write(page)).toMatchObject({ ok: true });
    expect(await write(page)).toMatchObject({ ok: true });
    await page.reload();
    expect(await write(page)).toMatchObject({ ok: true });
    expect(site.timesAsked('POST /nonces')).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('fetches all nonces that are needed at one time in one call', async () => {
    answerNonces();
    const { page } = await open();
    site.answer('POST /other', ({ headers }) => ({ body: headers['x-trial-nonce'] }));
    await page.evaluate(() =>
      Promise.all(['write', 'other'].map((nonce) => window.trial.call(`/${nonce}`, { method: 'POST', nonce }))),
    );
    expect(site.timesAsked('POST /nonces')).toBe(1);
  });

  it('[7.3/7] fetches a fresh one and retries after rest_cookie_invalid_nonce', async () => {
    const nonces = answerNonces();
    const { page } = await open();
    await write(page);
    nonces.outdate();
    expect(await write(page)).toMatchObject({ ok: true });
    expect([site.timesAsked('POST /nonces'), site.timesAsked('POST /write')]).toEqual([2, 3]);
  });

  it('[7.3/7] retries only once', async () => {
    answerNonces();
    site.answer('POST /write', () => ({ status: 403, body: { code: 'rest_cookie_invalid_nonce', message: 'No.' } }));
    const { page } = await open();
    expect(await write(page)).toMatchObject({ ok: false, code: 'rest_cookie_invalid_nonce' });
    expect(site.timesAsked('POST /write')).toBe(2);
  });

  it('creates one visitor when two tabs write for the first time at once', async () => {
    const nonces = answerNonces();
    const { page, open: openAnother } = await open();
    const other = await openAnother('/');
    const answers = await Promise.all([write(page), write(other)]);
    expect(answers).toMatchObject([{ data: { visitor: 'v1' } }, { data: { visitor: 'v1' } }]);
    expect(nonces.visitors()).toBe(1);
    expect(site.timesAsked('POST /write')).toBe(2);
  });

  it('fails with the error of the nonce call', async () => {
    site.answer('POST /nonces', () => ({ status: 503, body: { code: 'overloaded', message: 'Busy.' } }));
    const { page } = await open();
    expect(await write(page)).toMatchObject({ ok: false, code: 'overloaded', message: 'Busy.' });
  });
});

it('first writes without a nonce from several tabs create one visitor', async () => {
  let visitors = 0;
  site.answer('POST /add', async ({ cookies }) => {
    const visitor = cookies.visitor ?? `v${++visitors}`;
    await new Promise((resume) => setTimeout(resume, 200));
    return { headers: { 'set-cookie': `visitor=${visitor}; path=/` }, body: visitor };
  });
  const { page, open: openAnother } = await open();
  const other = await openAnother('/');
  await Promise.all([page, other].map((tab) => call(tab, '/add', { method: 'POST', as: 'text' })));
  expect(visitors).toBe(1);
});
