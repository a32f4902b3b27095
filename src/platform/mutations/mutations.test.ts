import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createElement } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkAssembly } from '#platform/features/assembly.ts';
import { defineErrors } from '#platform/features/error-codes.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { providePort } from '#platform/features/ports.ts';
import { line, list, number } from '#platform/forms/kinds.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { type SessionHook, sessionHooks } from '#platform/sessions/actor.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { createFormSchema } from './form-schema.ts';
import { defineMutation } from './mutation.ts';

const { database } = useDatabase();

const errors = defineErrors('Kilns', {
  TOO_HOT: { status: 409, means: 'The kiln is too hot.' },
  TOO_OFTEN: { status: 429, means: 'The kiln was fired too often.' },
});

const fired: { readonly degrees: number; readonly by: string }[] = [];

type FireResult =
  | { readonly ok: true; readonly degrees: number }
  | {
      readonly ok: false;
      readonly code: 'TOO_HOT' | 'TOO_OFTEN' | 'not_found';
      readonly degrees: number;
      readonly retryAfter?: number;
    };

/** Two firings of one kiln in an hour. `kiln=` names it. */
const fire = defineMutation({
  name: 'kilns.fire',
  description: 'Fires a kiln.',
  schema: z.object({ degrees: z.coerce.number().int(), kiln: z.string().max(20).default('one') }),
  errors,
  limits: {
    uses: (_, { kiln }) => [{ limit: { name: 'firings', max: 2, seconds: 3600 }, key: kiln }],
    refuse: ({ retryAfter }): FireResult & { readonly ok: false } => ({
      ok: false,
      code: 'TOO_OFTEN',
      degrees: retryAfter,
    }),
    countsFailures: false,
  },
  run: async ({ getActor }, { degrees }): Promise<FireResult> => {
    if (degrees > 2000) return { ok: false, code: 'not_found', degrees };
    if (degrees > 1300) return { ok: false, code: 'TOO_HOT', degrees };
    if (degrees < 0) return { ok: false, code: 'TOO_OFTEN', degrees, retryAfter: -degrees };
    fired.push({ degrees, by: (await getActor()).name });
    return { ok: true, degrees };
  },
  hint: (_, { degrees }) => (degrees === 0 ? null : { k: String(degrees) }),
  message: (_, { degrees }) => `${degrees} is too hot`,
  form: {
    path: '/fire',
    success: (_, { degrees }) => ({ redirectTo: '/kilns', notices: [{ code: 'fired', count: degrees }] }),
    failure: (_, { code, degrees }) => ({
      page: { title: 'Kiln', body: createElement('p', null, `${code} ${degrees}`) },
      headers: { 'x-kiln': 'one' },
    }),
  },
  json: {
    path: ({ rest }) => `${rest}/kiln`,
    method: 'PUT',
    response: z.strictObject({ degrees: z.int().max(1200) }),
    success: (_, { degrees }) => ({ degrees }),
  },
  ajax: {
    name: ({ themePrefix }) => `${themePrefix}_fire`,
    endpoint: 'ajaxEndpoint',
    response: z.strictObject({ fragments: z.record(z.string(), z.string()) }),
    success: (_, { degrees }) => ({ fragments: { '.kiln': `${degrees}`.repeat(degrees === 1200 ? 500 : 1) } }),
  },
});

const clean = defineMutation({
  name: 'kilns.clean',
  description: 'Cleans a kiln; only staff may.',
  schema: z.object({}),
  requires: 'kilns.clean',
  errors,
  run: async () => ({ ok: false, code: 'TOO_HOT' }),
  form: { path: '/clean', success: () => ({ redirectTo: '/kilns' }) },
  json: { path: () => '/api/clean', response: z.object({}), success: () => ({}) },
});

const glazeFields = {
  name: line({ label: 'Name', required: true, max: 20 }),
  coats: number({ label: 'Coats', min: 1 }),
  oxides: list({ label: 'Oxides', fields: { symbol: line({ label: 'Symbol', max: 5 }) } }),
};

const mix = defineMutation({
  name: 'kilns.mix-glaze',
  description: 'Mixes a glaze from the fields of a form.',
  schema: createFormSchema(() => glazeFields),
  errors,
  run: async (_, { values: { name, coats, oxides }, problems }) => {
    if (problems.length > 0) return { ok: false, code: 'TOO_HOT' };
    return { ok: true, mixed: { name, coats: coats ?? 1, oxides } };
  },
  message: (_, failure, { problems }) => `${failure.code}: ${problems.length}`,
  problems: (_, { problems }) => problems,
  form: {
    path: '/mix',
    success: (_, { mixed }) => ({ page: { title: 'Glaze', body: JSON.stringify(mixed) } }),
    failure: (_, __, { form, problems }) => ({ page: { title: 'Glaze', body: JSON.stringify({ form, problems }) } }),
    update: (_, { form }) => ({ page: { title: 'Glaze', body: JSON.stringify(form['oxides.row']) } }),
  },
  json: { path: () => '/api/mix', response: z.object({}).loose(), success: (_, { mixed }) => mixed },
});

const mixByValues = defineMutation({
  name: 'kilns.mix-by-values',
  description: 'Mixes a glaze from typed values.',
  schema: createFormSchema(() => glazeFields),
  errors,
  run: async (_, { values, problems }) => (problems.length > 0 ? { ok: false, code: 'TOO_HOT' } : { ok: true, values }),
  problems: (_, { problems }) => problems,
  json: {
    path: () => '/api/mix-by-values',
    takesValues: true,
    response: z.object({}).loose(),
    success: (_, { values }) => values,
  },
});

const feature = {
  permissions: [definePermission('kilns.clean', 'Clean the kilns')],
  hints: [{ names: ['k'], read: async () => ({ k: '7' }) }],
  mutations: [fire, clean, mix, mixByValues],
  routes: (app, shop) =>
    app.get('/kilns', async (request, reply) => reply.send(consumeNotices(shop, request, reply, ['fired']))),
} satisfies Omit<Feature, 'name' | 'needs'>;

const staffSession: SessionHook = {
  async identify(_shop, _db, { headers }) {
    const [name, ...permissions] = typeof headers.staff === 'string' ? headers.staff.split(' ') : [];
    return name === undefined
      ? null
      : { kind: 'staff', name, staffId: 1, permissions: new Map(permissions.map((each) => [each, null])) };
  },
};

let http: FastifyInstance;

beforeAll(async () => {
  ({ http } = await smallShop(database, { feature, provides: providePort(sessionHooks, [staffSession]) }));
});

beforeEach(() => fired.splice(0));

const html = { accept: 'text/html' };
const encode = (fields: Readonly<Record<string, string>>) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...html },
});
let kilns = 0;
const nextKiln = () => `kiln-${++kilns}`;

/** The same write by each of its routes. */
const routes: Readonly<Record<string, (degrees: number, kiln: string) => InjectOptions>> = {
  form: (degrees, kiln) => ({ method: 'POST', url: '/fire', ...encode({ degrees: `${degrees}`, kiln }) }),
  JSON: (degrees, kiln) => ({ method: 'PUT', url: '/api/store/v1/kiln', payload: { degrees, kiln } }),
  ajax: (degrees, kiln) => ({
    method: 'POST',
    url: '/ajax',
    ...encode({ action: 'theme_fire', degrees: `${degrees}`, kiln }),
  }),
};
const each = Object.entries(routes);

describe('a mutation', () => {
  it.each(each)('runs once by %s with its actor, and sets the hint cookie', async (_, request) => {
    const reply = await http.inject(request(1000, nextKiln()));
    expect(reply.statusCode).toBeLessThan(400);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(fired).toEqual([{ degrees: 1000, by: 'shopper' }]);
    expect(reply.cookies.find(({ name }) => name === hintCookie)?.value).toBe('k=1000');
  });

  it('answers scripts with compressed JSON when it is large', async () => {
    const send = async (degrees: number) => {
      const request = routes.ajax?.(degrees, nextKiln());
      return http.inject({ ...request, headers: { ...request?.headers, 'accept-encoding': 'gzip, br' } });
    };
    const large = await send(1200);
    expect(large.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(JSON.parse(brotliDecompressSync(large.rawPayload).toString()).fragments['.kiln']).toHaveLength(2000);
    expect(large.rawPayload.length).toBeLessThan(100);
    expect((await send(1000)).headers['content-encoding']).toBeUndefined();
  });

  it.each(each)('leaves the hint cookie when the definition says so: %s', async (_, request) => {
    const { cookies } = await http.inject(request(0, nextKiln()));
    expect(cookies.find(({ name }) => name === hintCookie)).toBeUndefined();
  });

  it('redirects a form with 303, and the next page has its notices once', async () => {
    const reply = await http.inject(routes.form?.(900, nextKiln()) ?? '');
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/kilns']);
    const cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
    const page = await http.inject({ url: '/kilns', cookies });
    expect(page.json()).toEqual([{ code: 'fired', count: 900 }]);
    expect(page.cookies.find(({ name }) => name === 'vt_notice')?.value).toBe('');
  });

  it('answers JSON and ajax in their own shapes', async () => {
    expect((await http.inject(routes.JSON?.(900, nextKiln()) ?? '')).json()).toEqual({ degrees: 900 });
    expect((await http.inject(routes.ajax?.(900, nextKiln()) ?? '')).json()).toEqual({ fragments: { '.kiln': '900' } });
  });

  it.each(each)('answers input that its schema refuses with 400 by %s, and does not run', async (_, request) => {
    const reply = await http.inject(request(1.5, nextKiln()));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input']);
    expect(fired).toEqual([]);
  });
});

describe('a failure', () => {
  it.each(each)('has the status of its code and sets no cookie: %s', async (_, request) => {
    const reply = await http.inject(request(1500, nextKiln()));
    expect([reply.statusCode, reply.cookies]).toEqual([409, []]);
    expect(reply.body).toContain('TOO_HOT');
  });

  it('of a form is a page, with headers of its own', async () => {
    const reply = await http.inject(routes.form?.(1500, nextKiln()) ?? '');
    expect(reply.body).toContain('<p>TOO_HOT 1500</p>');
    expect([reply.headers['x-kiln'], reply.headers['cache-control']]).toEqual(['one', 'private, no-store']);
  });

  it.each(each)('that ends with time says when to retry: %s', async (_, request) => {
    const reply = await http.inject(request(-40, nextKiln()));
    expect(reply.headers['retry-after']).toBe('40');
    expect((await http.inject(request(1500, nextKiln()))).headers['retry-after']).toBeUndefined();
  });

  it.each(['JSON', 'ajax'])('of %s has the common shape', async (route) => {
    const reply = await http.inject(routes[route]?.(1500, nextKiln()) ?? '');
    expect(reply.json()).toEqual({ code: 'TOO_HOT', message: '1500 is too hot', data: { status: 409 } });
  });

  it.each(each)('not_found is answered like a missing page: %s', async (route, request) => {
    const reply = await http.inject(request(3000, nextKiln()));
    expect(reply.statusCode).toBe(404);
    if (route === 'form') expect(reply.body).toBe('<!doctype html><h1>404</h1>');
    else expect(reply.json()).toMatchObject({ code: 'not_found', message: 'There is nothing at this address.' });
  });

  it('without a page or message of its own is the status page, or what the code means', async () => {
    const staff = { staff: 'Bea kilns.clean' };
    const form = await http.inject({ method: 'POST', url: '/clean', headers: { ...html, ...staff } });
    expect([form.statusCode, form.body]).toEqual([409, '<!doctype html><h1>400</h1>']);
    const call = await http.inject({ method: 'POST', url: '/api/clean', headers: staff });
    expect(call.json()).toEqual({ code: 'TOO_HOT', message: 'The kiln is too hot.', data: { status: 409 } });
  });
});

describe('a mutation with the fields of a form', () => {
  const glaze = { name: ' Celadon ', coats: '2', 'oxides.row': '0', 'oxides.0.symbol': 'Fe' };
  const send = async (fields: Readonly<Record<string, string>>) => {
    const { statusCode, body } = await http.inject({ method: 'POST', url: '/mix', ...encode(fields) });
    return [statusCode, body.replaceAll('&quot;', '"')] as const;
  };
  const call = (payload: object) => http.inject({ method: 'POST', url: '/api/mix', payload });

  it('runs with typed values', async () => {
    const mixed = { name: 'Celadon', coats: 2, oxides: [{ symbol: 'Fe' }] };
    expect((await send(glaze))[1]).toContain(JSON.stringify(mixed));
    expect((await call(glaze)).json()).toEqual(mixed);
  });

  it('shows what was typed with its problems, and tells calls of them', async () => {
    const [status, body] = await send({ ...glaze, coats: 'many' });
    expect(status).toBe(409);
    expect(body).toContain('"coats":"many"');
    expect(body).toContain('"field":"coats","message":"Enter “Coats” as a number, e.g. 12"');
    const { data, message } = (await call({ ...glaze, coats: 'many' })).json();
    expect([message, Object.keys(data.params)]).toEqual(['TOO_HOT: 1', ['coats']]);
  });

  it('takes typed values from a call that says so, with the same checks', async () => {
    const values = { name: 'Celadon', coats: 2, oxides: [{ symbol: 'Fe' }] };
    const send = (payload: object) => http.inject({ method: 'POST', url: '/api/mix-by-values', payload });
    expect((await send(values)).json()).toEqual(values);
    expect((await send({ ...values, coats: '2' })).json()).toMatchObject({ code: 'invalid_input' });
    const { data } = (await send({ ...values, coats: 0, oxides: [{ symbol: 'Feldspar' }] })).json();
    expect(Object.keys(data.params)).toEqual(['coats', 'oxides.0.symbol']);
  });

  it('runs nothing by the button of a field', async () => {
    const [status, body] = await send({ ...glaze, name: '', _add: 'oxides' });
    expect(status).toBe(200);
    expect(body).toContain('["0","1"]');
    expect((await call({ ...glaze, _add: 'oxides' })).statusCode).toBe(400);
  });
});

describe('limits', () => {
  it.each(each)('refuse what is over them by %s', async (_, request) => {
    const kiln = nextKiln();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await http.inject(request(100, kiln))).statusCode < 400);
    expect(statuses).toEqual([true, true, false]);
    const refused = await http.inject(request(100, kiln));
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toMatch(/TOO_OFTEN|too hot/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(fired).toHaveLength(2);
  });

  it('do not count failures that are given back, and count all routes together', async () => {
    const kiln = nextKiln();
    for (let count = 0; count < 5; count += 1)
      for (const [, request] of each) expect((await http.inject(request(1500, kiln))).statusCode).toBe(409);
    const [form, json, ajax] = each.map(([, request]) => request(100, kiln));
    expect((await http.inject(form ?? '')).statusCode).toBe(303);
    expect((await http.inject(json ?? '')).statusCode).toBe(200);
    expect((await http.inject(ajax ?? '')).statusCode).toBe(429);
  });
});

describe('a mutation that requires a permission', () => {
  it.each([
    ['/clean', 'a guest', {}, 401, 'sign_in_required'],
    ['/api/clean', 'a guest', {}, 401, 'sign_in_required'],
    ['/clean', 'staff without it', { staff: 'Bea' }, 403, 'permission_missing'],
    ['/api/clean', 'staff without it', { staff: 'Bea' }, 403, 'permission_missing'],
  ] as const)('refuses at %s %s', async (url, _, headers, status, code) => {
    const reply = await http.inject({ method: 'POST', url, headers: { accept: 'application/json', ...headers } });
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    expect((await http.inject({ method: 'POST', url, headers: { ...html, ...headers } })).statusCode).toBe(status);
  });

  it('that nobody declares stops the start, and so do two mutations of one name', () => {
    const kilnFeature = { name: 'kilns', needs: [], mutations: [clean, clean] };
    const check = () => checkAssembly({ features: [kilnFeature], fills: [], provides: [], handles: [] }, []);
    expect(check).toThrow("mutation 'kilns.clean' requires 'kilns.clean', but no listed feature declares");
    expect(check).toThrow("mutation 'kilns.clean' has two owners");
  });
});

describe('a reply that does not match its schema', () => {
  const tooMuch = () => http.inject(routes.JSON?.(1250, nextKiln()) ?? '');

  it('is an error in tests and development, and not checked in production', async () => {
    expect((await tooMuch()).statusCode).toBe(500);
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      expect((await tooMuch()).json()).toEqual({ degrees: 1250 });
    } finally {
      process.env.NODE_ENV = before;
    }
  });
});
