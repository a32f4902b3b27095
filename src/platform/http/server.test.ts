import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Feature } from '#platform/features/feature.ts';
import { signIn } from '#platform/sessions/sign-in.ts';
import { forgetVisitor, getVisit, keepVisitorCookie, resolveVisitor } from '#platform/sessions/visit.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { defineAjaxAction } from './ajax.ts';
import { createMetrics } from './metrics.ts';
import { renderPrivatePage } from './private-page.ts';

const database = useDatabase();

const feature = {
  hints: [{ names: ['things'], read: async () => ({ things: '0' }) }],
  actions: [
    defineAjaxAction({
      name: (wire) => `${wire.themePrefix}_shout`,
      endpoint: 'ajaxEndpoint',
      method: 'POST',
      nonce: 'shout',
      description: 'Shouts.',
      schema: z.object({ text: z.string().max(5), 'more[]': z.array(z.string()).optional() }),
      response: z.object({ shouted: z.string(), more: z.array(z.string()).optional() }),
      run: async (_call, { text, 'more[]': more }) => ({ shouted: text.toUpperCase(), more }),
    }),
    defineAjaxAction({
      name: () => 'html',
      endpoint: 'ajaxEndpoint',
      method: 'GET',
      description: 'Greets.',
      schema: z.object({}),
      response: 'html',
      run: async () => '<p>hello</p>',
    }),
  ],
  routes: (app, shop) => {
    app.post('/echo', { config: { multipart: true } }, async (request) => ({ body: request.body }));
    app.delete('/thing', async (request) => ({ deleted: true, method: request.method }));
    app.post('/written', async (request, reply) =>
      shop.hints.refresh(request, reply, { things: '3' }).then(() => ({ ok: true })),
    );
    app.post('/hook', { config: { crossSite: true } }, async (request) => ({
      visitor: getVisit(shop, request).visitor,
    }));
    app.post('/visit', async (request, reply) => {
      const visitor = resolveVisitor(shop, request);
      keepVisitorCookie(shop, request, reply, visitor);
      return { visitor };
    });
    app.post('/sign-in', async (request, reply) => {
      await signIn(shop, request, reply, { id: 1, email: 'ada@example.com', isEmailVerified: true }, async () => {});
      return getVisit(shop, request);
    });
    app.post('/sign-out', async (request, reply) => forgetVisitor(shop, request, reply) ?? { ok: true });
    app.get('/visit', async (request) => getVisit(shop, request));
    app.get('/private', (request, reply) =>
      renderPrivatePage(shop, request, reply, { title: 'Mine', body: 'mine '.repeat(500) }),
    );
    app.get('/broken', async () => {
      throw new Error('a secret is sk_live_123');
    });
  },
} satisfies Omit<Feature, 'name' | 'needs'>;

async function open(): Promise<SmallShop> {
  return smallShop(database, { feature });
}

const form = (fields: string, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  payload: fields,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});

describe('a request', () => {
  it('that writes from another website is refused, and nothing runs', async () => {
    const { http } = await open();
    const reply = await http.inject({
      url: '/visit',
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toEqual({ code: 'foreign_origin', message: expect.any(String), data: { status: 403 } });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('from another server reaches a cross-site route, but without cookies', async () => {
    const { http } = await open();
    const visit = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = String(visit.headers['set-cookie']).split(';')[0] ?? '';
    const own = await http.inject({ url: '/visit', headers: { cookie } });
    expect(own.json().visitor).toBe(visit.json().visitor);
    const hook = await http.inject({
      url: '/hook',
      method: 'POST',
      headers: { cookie, origin: 'https://provider.example' },
    });
    expect(hook.json()).toEqual({ visitor: null });
  });

  it('[7.3/8] with X-HTTP-Method-Override is answered as PUT, PATCH or DELETE, and as nothing else', async () => {
    const { url } = await open();
    const send = (override: string) =>
      fetch(`${url}/thing`, { method: 'POST', headers: { 'x-http-method-override': override } });
    expect(await (await send('DELETE')).json()).toEqual({ deleted: true, method: 'DELETE' });
    expect((await send('GET')).status).toBe(404);
    expect((await fetch(`${url}/thing`, { headers: { 'x-http-method-override': 'DELETE' } })).status).toBe(404);
  });

  it('identifies a visitor by a signed cookie that scripts can not read, and ignores a forged one', async () => {
    const { http } = await open();
    const reply = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = String(reply.headers['set-cookie']);
    expect(cookie).toMatch(/^visitor=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const forged = await http.inject({ url: '/visit', headers: { cookie: `visitor=${reply.json().visitor}.forged` } });
    expect(forged.json()).toEqual({ visitor: null });
  });

  it('has a new visitor after sign-in, and none after sign-out', async () => {
    const { http } = await open();
    const cookieOf = (reply: { headers: Record<string, unknown> }) =>
      String(reply.headers['set-cookie']).split(';')[0] ?? '';
    const before = await http.inject({ url: '/visit', method: 'POST' });
    const signedIn = await http.inject({ url: '/sign-in', method: 'POST', headers: { cookie: cookieOf(before) } });
    expect(signedIn.json().visitor).not.toBe(before.json().visitor);
    const after = await http.inject({ url: '/visit', headers: { cookie: cookieOf(signedIn) } });
    expect(after.json().visitor).toBe(signedIn.json().visitor);
    const signedOut = await http.inject({ url: '/sign-out', method: 'POST', headers: { cookie: cookieOf(signedIn) } });
    expect(String(signedOut.headers['set-cookie'])).toMatch(/^visitor=; Max-Age=0/);
  });

  it('updates the hint cookie after writes, and clears it when all fields are 0', async () => {
    const { http } = await open();
    const made = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = String(made.headers['set-cookie']).split(';')[0] ?? '';
    const state = await http.inject({
      url: '/api/platform/v1/private-state',
      headers: { cookie: `${cookie}; vt_hint=c%3D9` },
    });
    expect(state.json()).toEqual({ hint: { things: '0' }, state: {} });
    expect(String(state.headers['set-cookie'])).toMatch(/^vt_hint=; Max-Age=0/);
    const written = await http.inject({ url: '/written', method: 'POST', headers: { cookie } });
    expect(String(written.headers['set-cookie'])).toMatch(/^vt_hint=things(=|%3D)3; /);
  });

  it('with a body that is too large, or has too many fields, is refused', async () => {
    const { http } = await open();
    const large = await http.inject({ url: '/echo', ...form(`text=${'x'.repeat(300_000)}`) });
    expect(large.statusCode).toBe(413);
    const many = await http.inject({
      url: '/echo',
      ...form(Array.from({ length: 501 }, (_, index) => `f${index}=`).join('&')),
    });
    expect(many.statusCode).toBe(413);
  });

  it('[3.4/7] has lists for fields whose names end in [], and single values for others', async () => {
    const { http } = await open();
    const reply = await http.inject({ url: '/echo', ...form('size=large&ring[]=one&glaze[]=a&glaze[]=b') });
    expect(reply.json().body).toEqual({ size: 'large', 'ring[]': ['one'], 'glaze[]': ['a', 'b'] });
    const body = new FormData();
    body.append('ring[]', 'one');
    body.append('size', 'large');
    const { url } = await open();
    const sent = await fetch(`${url}/echo`, { method: 'POST', body });
    expect(await sent.json()).toEqual({ body: { 'ring[]': ['one'], size: 'large' } });
  });

  it('can not change object prototypes', async () => {
    const { http } = await open();
    const reply = await http.inject({ url: '/echo', ...form('__proto__=x&constructor=y') });
    expect(reply.statusCode).toBe(200);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('that fails in the server gets 500 without the reason', async () => {
    const { http } = await open();
    const page = await http.inject({ url: '/broken', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(500);
    expect(page.body).not.toContain('sk_live');
    const json = await http.inject({ url: '/broken', headers: { accept: 'application/json' } });
    expect(json.json()).toEqual({ code: 'internal_error', message: expect.any(String), data: { status: 500 } });
  });

  it('for an unknown address gets a page or JSON, as it accepts', async () => {
    const { http } = await open();
    const page = await http.inject({ url: '/nowhere', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const json = await http.inject({ url: '/nowhere', headers: { accept: 'application/json' } });
    expect(json.json().code).toBe('not_found');
    const slash = await http.inject({ url: '/private/?a=1' });
    expect([slash.statusCode, slash.headers.location]).toEqual([308, '/private?a=1']);
  });

  it('with a trailing slash is never redirected to another site', async () => {
    const { http } = await open();
    for (const url of ['//evil.example/', '/\\evil.example/', '/\\/evil.example/', '///evil.example\\/']) {
      const { headers } = await http.inject({ url });
      expect(headers.location ?? '/', url).toMatch(/^\/(?![/\\])/);
    }
  });

  it('is refused with Retry-After while the process is overloaded', async () => {
    const admission = { isFull: () => true, enter: async () => null, awaitRefusal: async () => {}, stop: () => {} };
    const { http } = await smallShop(database, { feature, admission });
    const reply = await http.inject({ url: '/private', headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
    expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('<h1>503</h1>');
    const call = await http.inject({ url: '/private', headers: { accept: 'application/json' } });
    expect(call.json()).toMatchObject({ code: 'overloaded' });
    expect((await http.inject('/healthz')).statusCode).toBe(200);
  });

  it('for a private page gets a compressed reply that is not cached', async () => {
    const { http } = await open();
    const reply = await http.inject({ url: '/private', headers: { 'accept-encoding': 'br' } });
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.headers['content-encoding']).toBe('br');
    expect(reply.rawPayload.length).toBeLessThan(500);
  });

  it('gets security headers', async () => {
    const { http } = await open();
    const { headers } = await http.inject('/private');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
  });

  it('with incomplete or oversized headers is ended', async () => {
    const { http } = await open();
    expect(http.server.headersTimeout).toBe(15_000);
    expect(http.server.requestTimeout).toBe(120_000);
    const { url } = await open();
    const status = await new Promise((resolve) => {
      httpRequest(`${url}/visit`, { headers: { 'x-long': 'x'.repeat(20_000) } }, (response) =>
        resolve(response.statusCode),
      ).end();
    });
    expect(status).toBe(431);
  });
});

describe('monitoring', () => {
  it('reads liveness and readiness', async () => {
    const { http } = await open();
    expect((await http.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await http.inject('/readyz')).json()).toEqual({
      status: 'ok',
      database: 'ok',
      storage: 'ok',
      closing: false,
    });
  });

  it('reads metrics from a separate port', async () => {
    const { http, store } = await open();
    const metrics = createMetrics(Fastify(), store);
    const server = await metrics.listen(0, '127.0.0.1');
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('page_cache_events_total{event="hits"}');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await http.inject('/metrics')).statusCode).toBe(404);
    server.close();
  });
});

describe('compat.js', () => {
  it('has only nonces of this visitor, is not cached and creates no visitor', async () => {
    const { http, shop } = await open();
    const withoutVisitor = await http.inject('/compat.js');
    expect(withoutVisitor.headers['set-cookie']).toBeUndefined();
    expect(withoutVisitor.headers['cache-control']).toBe('private, no-store');
    expect(withoutVisitor.body).toContain('"shout":""');
    const made = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = String(made.headers['set-cookie']).split(';')[0] ?? '';
    const own = await http.inject({ url: '/compat.js', headers: { cookie } });
    expect(own.body).toContain(shop.nonces.create(made.json().visitor, 'shout'));
  });
});

describe('an ajax action', () => {
  const visitorAndNonce = async ({ http }: SmallShop) => {
    const reply = await http.inject({
      url: '/api/platform/v1/nonces',
      method: 'POST',
      payload: { actions: ['shout'] },
    });
    return {
      cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
      nonce: String(reply.json().nonces.shout),
    };
  };

  it('takes its name from query or body, and its fields from a form, JSON or multipart', async () => {
    const trial = await open();
    const { cookie, nonce } = await visitorAndNonce(trial);
    const headers = { cookie, 'x-vitrine-nonce': nonce };
    const replies = [
      await trial.http.inject({ url: '/ajax', ...form('action=theme_shout&text=hey', headers) }),
      await trial.http.inject({ url: '/ajax?action=theme_shout', method: 'POST', payload: { text: 'hey' }, headers }),
      await trial.http.inject({ url: '/ajax', ...form(`action=theme_shout&text=hey&security=${nonce}`, { cookie }) }),
    ];
    for (const reply of replies) expect(reply.json()).toEqual({ shouted: 'HEY' });
  });

  it('is refused without a nonce of this visitor', async () => {
    const trial = await open();
    const { cookie, nonce } = await visitorAndNonce(trial);
    const other = await visitorAndNonce(trial);
    for (const headers of [
      { cookie },
      { 'x-vitrine-nonce': nonce },
      { cookie: other.cookie, 'x-vitrine-nonce': nonce },
    ]) {
      const reply = await trial.http.inject({ url: '/ajax', ...form('action=theme_shout&text=hey', headers) });
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'rest_cookie_invalid_nonce']);
    }
  });

  it('names the field of invalid input', async () => {
    const trial = await open();
    const { cookie, nonce } = await visitorAndNonce(trial);
    const reply = await trial.http.inject({
      url: '/ajax',
      ...form('action=theme_shout&text=too+long', { cookie, 'x-vitrine-nonce': nonce }),
    });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input']);
    expect(reply.json().message).toContain('text');
  });

  it('that does not exist gets unknown_action', async () => {
    const { http } = await open();
    expect((await http.inject({ url: '/ajax?action=nothing' })).json().code).toBe('unknown_action');
    expect((await http.inject({ url: '/ajax?action=theme_shout&text=x' })).json().code).toBe('unknown_action');
    expect((await http.inject({ url: '/ajax' })).json().code).toBe('unknown_action');
  });

  it('can reply with HTML', async () => {
    const { http } = await open();
    const reply = await http.inject({ url: '/ajax?action=html' });
    expect([reply.headers['content-type'], reply.body]).toEqual(['text/html; charset=utf-8', '<p>hello</p>']);
  });

  it('has no nonces for actions that do not exist', async () => {
    const { http } = await open();
    const reply = await http.inject({
      url: '/api/platform/v1/nonces',
      method: 'POST',
      payload: { actions: ['steal'] },
    });
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([400, undefined]);
  });
});
