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

/** A schema of the description of the API, as far as bodies are made of it. */
interface BodySchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly additionalProperties?: BodySchema | boolean;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly allOf?: readonly BodySchema[];
}

interface ApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: BodySchema } | undefined>>;
            };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
}

/** A body with every field of its schema, also nested ones, and the value as each text. */
function fillBody(document: ApiDocument, schema: BodySchema, value: string, depth = 0): unknown {
  if (depth > 8) return {};
  const fill = (inner: BodySchema) => fillBody(document, inner, value, depth + 1);
  const { $ref, properties, items, additionalProperties } = schema;
  if ($ref) return fill(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return fill(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(fill));
  if (schema.type === 'array') return items ? [fill(items)] : [value];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return schema.format === 'uuid' ? crypto.randomUUID() : value;
  const filled = Object.entries(properties ?? {}).map(([name, inner]) => [name, fill(inner)]);
  const more = typeof additionalProperties === 'object' ? [[value, fill(additionalProperties)]] : [];
  return Object.fromEntries([...filled, ...more]);
}

/** The text fields of a body, nested ones too, as paths. */
function listTextPaths(body: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof body === 'string') return [path];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, inner]) => listTextPaths(inner, [...path, name]));
}

function replaceAt(body: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return value;
  if (Array.isArray(body))
    return body.map((inner, index) => (`${index}` === name ? replaceAt(inner, rest, value) : inner));
  return { ...body, [name]: replaceAt((body as Record<string, unknown>)[name], rest, value) };
}

describe('input that nobody typed', () => {
  it('with a zero byte or half a letter in a field of a JSON body, nested ones too, is no fault', async () => {
    const document = (await app.http.inject('/openapi.json')).json() as ApiDocument;
    const visitor = newShopper(app);
    const [adding] = formsOf((await visitor.visit('/product/plain')).body);
    await visitor.submit('/cart/add', { ...adding?.fields });
    const nonce = String((await visitor.visit('/api/st/store/v1/cart')).headers.nonce);
    const headers = { cookie: `visitor=${visitor.cookies.get('visitor')}`, nonce, accept: 'application/json' };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
        return schema ? [{ url: path.replace(/\{\w+\}/g, '5'), method: method.toUpperCase() as 'POST', schema }] : [];
      }),
    );
    let nested = 0;
    for (const { url, method, schema } of operations) {
      const sound = fillBody(document, schema, 'plain');
      const paths = listTextPaths(sound);
      nested += paths.filter(({ length }) => length > 1).length;
      const bodies = paths.flatMap((path) => ['plain\0', 'plain\ud83d'].map((value) => replaceAt(sound, path, value)));
      for (const payload of [fillBody(document, schema, '\0\ud83d'), ...bodies]) {
        const sent = { method, url, headers: { ...headers, 'content-type': 'application/json' } };
        const { statusCode, body } = await app.http.inject({ ...sent, payload: JSON.stringify(payload) });
        expect(statusCode, `${method} ${url} ${JSON.stringify(payload)} ${body.slice(0, 200)}`).toBeLessThan(500);
      }
    }
    expect([operations.length > 30, nested > 10]).toEqual([true, true]);
  });

  it('such as guessed tokens of orders writes no counts of limits', async () => {
    const count = async () => (await app.shop.db.execute('select from platform.rate_limits')).rows.length;
    const before = await count();
    const posts = routes.filter(({ method }) => [method].flat().includes('POST'));
    const byPath = posts.filter(({ url }) => url.includes(':token'));
    const byField = posts.filter(({ url }) => url.includes('/order/pay'));
    expect([byPath.length > 4, byField.length > 1]).toEqual([true, true]);
    for (const { url } of [...byPath, ...byField]) {
      const token = crypto.randomUUID();
      const payload = { order_token: token, payment_method: 'bank_transfer' };
      await app.http.inject({ method: 'POST', url: url.replace(/:\w+/g, token), payload });
    }
    expect(await count()).toBe(before);
  });

  const indexed = bad.map((value, index) => [...value, index] as const);

  it.each(indexed)('with %s is answered at every route, and not by a fault', async (_, value, valueIndex) => {
    expect(routes.length).toBeGreaterThan(40);
    for (const [index, request] of routes.flatMap((route) => requestsOf(route, value)).entries()) {
      // The answer is written when the input is read: each route gives half of the values a page, half of them JSON.
      const accept = (index + valueIndex) % 2 === 0 ? 'text/html' : 'application/json';
      const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' };
      const { statusCode, body } = await app.http.inject({ ...request, headers });
      expect(statusCode, `${request.method} ${request.url.slice(0, 200)} ${body.slice(0, 200)}`).toBeLessThan(500);
    }
  });

  it.each(indexed)(
    'with %s in one field of a form, all others sound, is no fault either',
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
