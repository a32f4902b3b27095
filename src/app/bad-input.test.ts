import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { indexProducts } from '#features/search/indexing.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/database.ts';
import { addEveryKind } from '#tests/every-kind.ts';
import { browser } from '#tests/sales.ts';
import { testShop } from '#tests/shop.ts';
import { type App, assembleFeatures } from './app.ts';

const database = useDatabase();
const { features } = assembleFeatures(shopConfig);
const routes: RouteOptions[] = [];
let app: App;

beforeAll(async () => {
  app = await testShop(database, { onRoute: (route) => routes.push(route) });
  await addEveryKind(app.shop, database, app.shop.clock.now());
  await runJobsNow(app.shop, [indexProducts]);
});

const pages = features.flatMap((feature) => feature.pages ?? []);
const actions = features.flatMap((feature) => feature.actions ?? []);
const listFields = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const schemas = import.meta.glob<object>('../features/*/schemas.ts', { eager: true });
/** Every parameter and field that a page, action or form reads. */
const names = new Set([
  ...pages.flatMap((page) => page.query ?? []),
  ...actions.flatMap((action) => listFields(action.schema)),
  ...Object.values(schemas).flatMap((file) => Object.values(file).flatMap(listFields)),
  'variation',
]);

const badValues: readonly (readonly [string, string])[] = [
  ['a zero byte', '\0'],
  ['a zero byte after a word', 'plain\0'],
  ['half a surrogate pair', '\ud83d'],
  ['5000 letters', 'x'.repeat(5000)],
  ['a number of 40 digits', '9'.repeat(40)],
  ['special characters of SQL and of patterns', `'";--%_\\(*`],
];

interface TestRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: string;
}

/** Requests to a route with the value in its path and in every field. */
function createRequests({ url: pattern, method }: RouteOptions, value: string): TestRequest[] {
  const url = pattern.replace(/:\w+|\*/g, encodeURIComponent(value.toWellFormed()));
  const encodeFields = (extraFields: Readonly<Record<string, string>>) =>
    new URLSearchParams({ ...Object.fromEntries([...names].map((name) => [name, value])), ...extraFields }).toString();
  const isEndpoint = Object.values(app.shop.wire).includes(pattern);
  const payloads = isEndpoint
    ? actions.map((action) => encodeFields({ action: action.name(app.shop.wire) }))
    : [encodeFields({})];
  const methods = [method].flat();
  return [
    ...(methods.includes('GET') ? payloads.map((query) => ({ method: 'GET' as const, url: `${url}?${query}` })) : []),
    ...(methods.includes('POST') ? payloads.map((payload) => ({ method: 'POST' as const, url, payload })) : []),
  ];
}

/** The POST forms of a page, with their fields as a browser would send them. */
function readForms(html: string): { readonly action: string; readonly fields: Readonly<Record<string, string>> }[] {
  return [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].map(([, head = '', inside = '']) => {
    const tags = [...inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)].map(([tag]) => tag);
    const fields = tags.flatMap((tag) => {
      const name = readAttribute(tag, 'name');
      return name ? [[name, readAttribute(tag, 'value') ?? 'plain'] as const] : [];
    });
    return { action: readAttribute(head, 'action') ?? '', fields: Object.fromEntries(fields) };
  });
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

describe('malformed input', () => {
  it.each(badValues)('%s gets a reply below 500 at every route', { timeout: 60_000 }, async (_, value) => {
    expect(routes.length).toBeGreaterThan(40);
    for (const request of routes.flatMap((route) => createRequests(route, value))) {
      for (const accept of ['text/html', 'application/json']) {
        const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' };
        const { statusCode, body } = await app.http.inject({ ...request, headers });
        expect(statusCode, `${request.method} ${request.url.slice(0, 200)} ${body.slice(0, 200)}`).toBeLessThan(500);
      }
    }
  });

  it.each(badValues)(
    '%s in one field of an otherwise valid form gets a reply below 500',
    { timeout: 60_000 },
    async (_, value) => {
      const visitor = browser(app.http);
      const product = (await visitor.get('/product/plain')).body;
      const [addForm] = readForms(product).filter(({ action }) => action === '/cart/add');
      await visitor.post('/cart/add', { ...addForm?.fields });
      const pages = [product, (await visitor.get('/cart')).body, (await visitor.get('/checkout')).body];
      const forms = pages.flatMap(readForms);
      expect(new Set(forms.map(({ action }) => action))).toContain('/checkout');
      const cookie = `visitor=${visitor.cookie('visitor')}`;
      for (const { action: url, fields } of forms) {
        for (const name of Object.keys(fields)) {
          const values = { ...fields, [name]: value };
          const asForm = { payload: new URLSearchParams(values).toString(), type: 'application/x-www-form-urlencoded' };
          const asJson = { payload: JSON.stringify(values), type: 'application/json' };
          for (const { payload, type } of [asForm, asJson]) {
            const headers = { cookie, 'content-type': type };
            const { statusCode, body } = await app.http.inject({ method: 'POST', url, payload, headers });
            expect(statusCode, `${url} ${name} ${body.slice(0, 200)}`).toBeLessThan(500);
          }
        }
      }
    },
  );
});
