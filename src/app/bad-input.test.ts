import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { indexProducts } from '#features/search/indexing.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { listAjaxActions } from '#platform/mutations/register-mutations.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';
import { assembleFeatures } from './assembly.ts';

const database = useDatabase();
const { features } = assembleFeatures(shopConfig);
const routes: RouteOptions[] = [];
let app: App;

beforeAll(async () => {
  app = await testShop(database, { onRoute: (route) => routes.push(route) });
  await addSyndicatedProducts(app.shop, database, app.shop.clock.now());
  await runJobsNow(app.shop, [indexProducts]);
});

const pages = features.flatMap((feature) => feature.pages ?? []);
const actions = listAjaxActions(features);
const fieldsOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const schemas = import.meta.glob<object>('../features/*/schemas.ts', { eager: true });
/** Every name that some page or action reads. */
const names = new Set([
  ...pages.flatMap((page) => page.query ?? []),
  ...actions.flatMap((action) => fieldsOf(action.schema)),
  ...Object.values(schemas).flatMap((file) => Object.values(file).flatMap(fieldsOf)),
  'variation',
]);

const bad: readonly (readonly [string, string])[] = [
  ['a zero byte', '\0'],
  ['a zero byte after a word', 'plain\0'],
  ['half a letter', '\ud83d'],
  ['thousands of letters', 'x'.repeat(5000)],
  ['a number beyond all', '9'.repeat(40)],
  ['marks of SQL and of patterns', `'";--%_\\(*`],
];

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: string;
}

/** Requests of a route with a value wherever it takes one. */
function requestsOf({ url: pattern, method }: RouteOptions, value: string): Sent[] {
  const url = pattern.replace(/:\w+|\*/g, encodeURIComponent(value.toWellFormed()));
  const filled = (more: Readonly<Record<string, string>>) =>
    new URLSearchParams({ ...Object.fromEntries([...names].map((name) => [name, value])), ...more }).toString();
  const isEndpoint = Object.values(app.shop.wire).includes(pattern);
  const calls = isEndpoint ? actions.map((action) => filled({ action: action.name(app.shop.wire) })) : [filled({})];
  const methods = [method].flat();
  return [
    ...(methods.includes('GET') ? calls.map((query) => ({ method: 'GET' as const, url: `${url}?${query}` })) : []),
    ...(methods.includes('POST') ? calls.map((payload) => ({ method: 'POST' as const, url, payload })) : []),
  ];
}

/** The forms of a page that send, each with its fields as a browser would send them. */
function formsOf(html: string): { readonly action: string; readonly fields: Readonly<Record<string, string>> }[] {
  return [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].map(([, head = '', inside = '']) => {
    const tags = [...inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)].map(([tag]) => tag);
    const fields = tags.flatMap((tag) => {
      const name = attribute(tag, 'name');
      return name ? [[name, attribute(tag, 'value') ?? 'plain'] as const] : [];
    });
    return { action: attribute(head, 'action') ?? '', fields: Object.fromEntries(fields) };
  });
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

describe('input that nobody typed', () => {
  it.each(bad)('with %s is answered at every route, and not by a fault', { timeout: 60_000 }, async (_, value) => {
    expect(routes.length).toBeGreaterThan(40);
    for (const request of routes.flatMap((route) => requestsOf(route, value))) {
      for (const accept of ['text/html', 'application/json']) {
        const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' };
        const { statusCode, body } = await app.http.inject({ ...request, headers });
        expect(statusCode, `${request.method} ${request.url.slice(0, 200)} ${body.slice(0, 200)}`).toBeLessThan(500);
      }
    }
  });

  it.each(bad.map((value, index) => [...value, index] as const))(
    'with %s in one field of a form, all others sound, is no fault either',
    { timeout: 60_000 },
    async (_, value, valueIndex) => {
      const visitor = newShopper(app);
      const product = (await visitor.visit('/product/plain')).body;
      const [adding] = formsOf(product).filter(({ action }) => action === '/cart/add');
      await visitor.submit('/cart/add', { ...adding?.fields });
      const pages = [product, (await visitor.visit('/cart')).body, (await visitor.visit('/checkout')).body];
      const forms = pages.flatMap(formsOf);
      expect(new Set(forms.map(({ action }) => action))).toContain('/checkout');
      const cookie = `visitor=${visitor.cookies.get('visitor')}`;
      for (const { action: url, fields } of forms) {
        for (const [fieldIndex, name] of Object.keys(fields).entries()) {
          const sent = { ...fields, [name]: value };
          // Both ways end in the same schema: each field gets half of the values in one way, and half in the other.
          const isJson = (fieldIndex + valueIndex) % 2 === 0;
          const headers = {
            cookie,
            'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          };
          const payload = isJson ? JSON.stringify(sent) : new URLSearchParams(sent).toString();
          const { statusCode, body } = await app.http.inject({ method: 'POST', url, payload, headers });
          expect(statusCode, `${url} ${name} ${body.slice(0, 200)}`).toBeLessThan(500);
        }
      }
    },
  );
});
