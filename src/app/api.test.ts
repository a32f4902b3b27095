import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { InjectOptions, RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexProducts } from '#features/search/indexing.ts';
import { isAdminPath } from '#platform/admin/contract.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

type Operation = Readonly<Record<string, unknown>> & { readonly responses: Readonly<Record<string, unknown>> };
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const wire = { rest: '/calls/store', ajaxEndpoint: '/do', themePrefix: 'kiln' };
const database = useDatabase();
const routes: RouteOptions[] = [];
let app: App;
let text = '';
let document: Document;
let plainId = 0;

beforeAll(async () => {
  app = await testShop(database, { choices: { wire }, onRoute: (route) => routes.push(route) });
  await addSyndicatedProducts(app.shop, database, app.shop.clock.now());
  await runJobsNow(app.shop, [indexProducts]);
  plainId = (await app.http.inject('/api/catalog/products/plain')).json().id;
  text = (await app.http.inject('/openapi.json')).payload;
  document = JSON.parse(text);
});

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect([valid, errors]).toEqual([true, undefined]);
  });

  it('refers only to components that it has, and has none that nothing refers to', () => {
    const referred = [...text.matchAll(/"(?:#\/components\/schemas\/)([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)));
    expect(text).not.toMatch(/"\$(schema|id|defs)"/);
  });

  it('has every described route, every call of a mutation outside the back office and every ajax action, with the names of this shop', () => {
    const { wire: names } = app.shop;
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const described = routes.flatMap(({ method, url, config }) =>
      [method]
        .flat()
        .filter((each) => each !== 'HEAD' && (config?.api || isCall(url, config?.mutation) || runsAction(each, url)))
        .map((each) => `${each} ${url}`),
    );
    expect(listed.toSorted()).toEqual(described.toSorted());
    const actions = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap((operation) => (operation['x-actions'] ?? []) as { action: string; response: unknown }[]);
    expect(actions.map(({ action }) => action).toSorted()).toEqual(
      app.api.actions.map((action) => action.name(names)).toSorted(),
    );
    expect(actions.every(({ response }) => response !== undefined)).toBe(true);
  });

  it('keeps the parameters of the catalogue, with their limits', () => {
    const operation = document.paths['/api/catalog/products']?.get;
    const parameters = operation?.parameters as { name: string; schema: { maxLength?: number } }[];
    const limits = parameters.map(({ name, schema }) => [name, schema.maxLength]);
    expect(Object.fromEntries(limits)).toMatchObject({ q: 200, category: 200, tag: 200, brand: 200, min_price: 20 });
    expect(limits.map(([name]) => name)).toEqual(expect.arrayContaining(['max_price', 'in_stock', 'limit', 'cursor']));
  });
});

/** Mutations have forms, too, which are not part of the API. */
function isCall(url: string, mutation: string | undefined): boolean {
  if (isAdminPath(url)) return false;
  return app.api.mutations.some(({ name, json }) => name === mutation && json?.path(app.shop.wire) === url);
}

function runsAction(method: string, url: string): boolean {
  return app.api.actions.some((action) => action.method === method && app.shop.wire[action.endpoint] === url);
}

describe('routes without a description', () => {
  it('do not answer with JSON', async () => {
    const reads = routes.filter(
      ({ method, config }) => [method].flat().includes('GET') && !config?.api && !config?.runsActions,
    );
    expect(reads.length).toBeGreaterThan(20);
    for (const { url: pattern } of reads) {
      const url = pattern.replace(':slug', 'plain').replace(/:\w+|\*/g, '1');
      const { statusCode, headers } = await app.http.inject({ url, headers: { accept: 'application/json' } });
      if (statusCode < 400) expect(String(headers['content-type'] ?? ''), url).not.toMatch('application/json');
    }
  });
});

describe('replies', () => {
  const form = (fields: Readonly<Record<string, string | number>>) => ({
    payload: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const get = (url: string): InjectOptions => ({ method: 'GET', url });
  const post = (url: string, fields: Readonly<Record<string, string | number>>): InjectOptions => ({
    ...{ method: 'POST', url },
    ...form(fields),
  });

  /** Requests of every operation: its path in the document, the request, the status. */
  const listRequests = (): readonly (readonly [path: string, request: InjectOptions, status: number])[] => [
    ['/api/catalog/products', get('/api/catalog/products'), 200],
    ['/api/catalog/products', get('/api/catalog/products?q=cup&limit=1'), 200],
    ['/api/catalog/products', get('/api/catalog/products?limit=0'), 400],
    ['/api/catalog/products/{which}', get('/api/catalog/products/cup'), 200],
    ['/api/catalog/products/{which}', get('/api/catalog/products/group'), 200],
    ['/api/catalog/products/{which}', get('/api/catalog/products/none'), 404],
    ['/api/catalog/categories', get('/api/catalog/categories'), 200],
    ['/api/addresses/i18n', get('/api/addresses/i18n'), 200],
    ['/openapi.json', get('/openapi.json'), 200],
    ['/healthz', get('/healthz'), 200],
    ['/readyz', get('/readyz'), 200],
    ['/api/platform/v1/private-state', get('/api/platform/v1/private-state'), 200],
    ['/api/platform/v1/media', post('/api/platform/v1/media', {}), 401],
    ['/api/platform/v1/media/{id}/post-process', post('/api/platform/v1/media/1/post-process', {}), 401],
    ['/api/platform/v1/media/{id}', { ...post('/api/platform/v1/media/1', {}), method: 'DELETE' }, 401],
    ['/api/platform/v1/coming-soon-banner', post('/api/platform/v1/coming-soon-banner', {}), 403],
    ['/payments/{provider}/events', post('/payments/none/events', {}), 404],
    ['/api/platform/v1/nonces', { method: 'POST', url: '/api/platform/v1/nonces', payload: { actions: [] } }, 400],
    ['/do', get('/do?action=nothing'), 400],
    ['/do', get(`/do?action=kiln_product_price&product_id=${plainId}&quantity=2`), 200],
    ['/do', get('/do?action=kiln_product_price&product_id=999999&quantity=2'), 404],
    ['/do', get(`/do?action=kiln_set_price&quantity[${plainId}]=2`), 200],
    ['/do', get('/do?action=kiln_set_price&quantity[999999]=2'), 404],
    ['/ajax', get('/ajax?action=kiln_ajax_search_products&query=plain'), 200],
    ['/ajax', get('/ajax?action=kiln_search_overview&query=plain'), 200],
    ['/ajax', post('/ajax', { action: 'kiln_search_zero_results', query: 'nothing' }), 200],
    ['/do', post('/do', { action: 'kiln_quickview', product: 999999 }), 404],
    ['/calls/store/cart/item', post('/calls/store/cart/item', { product_id: plainId, quantity: 1 }), 200],
    ['/calls/store/cart/refresh', post('/calls/store/cart/refresh', { page: 'cart' }), 200],
    ['/calls/store/cart/item', post('/calls/store/cart/item', { product_id: 999999, quantity: 1 }), 404],
    ['/calls/store/cart/destination', post('/calls/store/cart/destination', { shipping_country: 'IE' }), 409],
    ['/calls/store/cart/destination', post('/calls/store/cart/destination', { shipping_country: 'XX' }), 422],
    ['/calls/store/cart/shipping', post('/calls/store/cart/shipping', { shipping_method: 'flat_rate:1' }), 409],
    ['/calls/store/cart/coupon', post('/calls/store/cart/coupon', { coupon_code: 'nothing' }), 409],
    ['/calls/store/cart/coupon', post('/calls/store/cart/coupon', {}), 400],
    ['/calls/store/cart/coupon/remove', post('/calls/store/cart/coupon/remove', { coupon_code: 'nothing' }), 200],
    ['/calls/store/uploads', postFile('/calls/store/uploads', '%PDF-1.7'), 200],
    ['/calls/store/uploads', postFile('/calls/store/uploads', 'no type'), 415],
    ['/calls/store/uploads', post('/calls/store/uploads', {}), 400],
    ['/calls/store/uploads/remove', post('/calls/store/uploads/remove', { id: randomUUID() }), 200],
    ['/calls/store/comments/{id}/vote', post('/calls/store/comments/999999/vote', {}), 400],
    ['/calls/store/consent', post('/calls/store/consent', { choice: 'refuse' }), 200],
    ['/calls/store/passkeys/sign-in/options', post('/calls/store/passkeys/sign-in/options', {}), 200],
    ['/calls/store/passkeys/sign-in', post('/calls/store/passkeys/sign-in', {}), 400],
    [
      '/calls/store/passkeys/sign-in',
      { method: 'POST', url: '/calls/store/passkeys/sign-in', payload: unknownPasskey },
      401,
    ],
    ['/calls/store/passkeys/options', post('/calls/store/passkeys/options', {}), 401],
    ['/calls/store/passkeys', post('/calls/store/passkeys', {}), 400],
    ['/calls/store/checkout/order', post('/calls/store/checkout/order', {}), 409],
    ['/calls/store/checkout/review', post('/calls/store/checkout/review', {}), 200],
    ['/calls/store/order/pay', post('/calls/store/order/pay', { payment_method: 'none' }), 404],
    ['/calls/store/cart/order', post('/calls/store/cart/order', { payment_method: 'none' }), 409],
    ['/calls/store/checkout/express/quote', post('/calls/store/checkout/express/quote', {}), 400],
    ['/calls/store/checkout/express/confirm', post('/calls/store/checkout/express/confirm', {}), 404],
    ['/calls/store/order/pay/status', post('/calls/store/order/pay/status', {}), 404],
    ['/calls/store/consent', post('/calls/store/consent', { choice: 'perhaps' }), 400],
    ['/api/platform/v1/form-customer', get('/api/platform/v1/form-customer'), 200],
    [`${forms}/feedback/schema`, get('/api/contact-forms-api/v1/contact-forms/5/feedback/schema'), 200],
    [`${forms}/feedback/schema`, get('/api/contact-forms-api/v1/contact-forms/404/feedback/schema'), 404],
    [`${forms}/refill`, get('/api/contact-forms-api/v1/contact-forms/5/refill'), 200],
    [`${forms}/check`, get('/api/contact-forms-api/v1/contact-forms/5/check'), 200],
    [`${forms}/check`, get('/api/contact-forms-api/v1/contact-forms/404/check'), 404],
    [`${forms}/feedback`, postFile('/api/contact-forms-api/v1/contact-forms/5/feedback', 'no tag'), 400],
    [`${forms}/feedback`, post('/api/contact-forms-api/v1/contact-forms/5/feedback', {}), 415],
    [
      `${forms}/feedback`,
      postForm('/api/contact-forms-api/v1/contact-forms/5/feedback', '_form_unit_tag', 'form-f5-o1'),
      200,
    ],
    ['/', post('/?st-ajax=get_refreshed_fragments', {}), 200],
    ['/', post('/?st-ajax=nothing', {}), 400],
    ...listStoreRequests(),
    ...listWishlistRequests(),
  ];

  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
  const answer = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' };
  const unknownPasskey = { credential: { ...credential, response: answer } };

  const forms = '/api/contact-forms-api/v1/contact-forms/{id}';

  const postForm = (url: string, name: string, value: string): InjectOptions => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`,
  });

  const postFile = (url: string, content: string): InjectOptions => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${content}\r\n--b--\r\n`,
  });

  /** Requests of the store API, whose own tests call it with a nonce. */
  const listStoreRequests = (): readonly (readonly [path: string, request: InjectOptions, status: number])[] => {
    const root = '/api/st/store/v1';
    const lists = ['tags', 'brands', 'brands/maker-sons', 'attributes', 'attributes/pa_colour', 'reviews'];
    const reads = [
      ...['products', 'products/plain', 'products/categories', 'products/collection-data', 'cart'],
      ...[...lists, 'attributes/pa_colour/terms'].map((path) => `products/${path}`),
    ];
    const resources = ['cart/items', 'cart/coupons'];
    const posts = ['add-item', 'update-item', 'remove-item', 'apply-coupon', 'remove-coupon', 'update-customer'];
    const writes: readonly (readonly ['POST' | 'PUT' | 'DELETE', string])[] = [
      ...[...posts, 'select-shipping-rate', 'extensions'].map((name) => ['POST', `cart/${name}`] as const),
      ...resources.map((path) => ['POST', path] as const),
      ...[['PUT', 'cart/items/x'] as const, ['DELETE', 'cart/items'] as const],
      ...['cart/items/x', 'cart/coupons', 'cart/coupons/x'].map((path) => ['DELETE', path] as const),
    ];
    const toTemplate = (path: string) =>
      path
        .replace('products/plain', 'products/{key}')
        .replace('brands/maker-sons', 'brands/{key}')
        .replace('attributes/pa_colour', 'attributes/{attribute}')
        .replace('items/x', 'items/{key}')
        .replace('coupons/x', 'coupons/{code}');
    return [
      ...[...reads, ...resources].map((path) => [`${root}/${toTemplate(path)}`, get(`${root}/${path}`), 200] as const),
      ...writes.map(
        ([method, path]) => [`${root}/${toTemplate(path)}`, { method, url: `${root}/${path}` }, 401] as const,
      ),
      [`${root}/checkout`, get(`${root}/checkout`), 400],
      [`${root}/checkout`, { method: 'PUT', url: `${root}/checkout` }, 401],
      [`${root}/checkout`, { method: 'POST', url: `${root}/checkout` }, 401],
      [`${root}/cart/items/{key}`, get(`${root}/cart/items/x`), 409],
      [`${root}/cart/coupons/{code}`, get(`${root}/cart/coupons/x`), 404],
      [`${root}/products/{key}`, get(`${root}/products/none`), 404],
      [`${root}/products`, get(`${root}/products?per_page=0`), 400],
      [`${root}/products/categories/{id}`, get(`${root}/products/categories/999999`), 404],
      [`${root}/batch`, { method: 'POST', url: `${root}/batch`, payload: { requests: [] } }, 400],
      [
        `${root}/batch`,
        { method: 'POST', url: `${root}/batch`, payload: { requests: [{ path: '/st/store/v1/cart/add-item' }] } },
        207,
      ],
    ];
  };

  /** Requests about wishlists, of a guest who has none. */
  const listWishlistRequests = (): readonly (readonly [path: string, request: InjectOptions, status: number])[] => {
    const item = { item_id: 1 };
    const token = { wishlist_token: 'A'.repeat(22) };
    const writes: readonly (readonly [
      write: string,
      fields: Readonly<Record<string, string | number>>,
      status: number,
    ])[] = [
      ['add', { product_id: plainId }, 200],
      ['add', { product_id: 999999 }, 404],
      ['create', { wishlist_name: 'Kitchen' }, 200],
      ['create', { wishlist_name: '' }, 400],
      ['remove-everywhere', { product_id: plainId }, 200],
      ['unfollow', token, 200],
      ['remove', item, 404],
      ['restore', item, 404],
      ['quantity', { ...item, quantity: 2 }, 404],
      ['note', { ...item, note: 'blue' }, 404],
      ['sort', { positions: 1 }, 404],
      ['place', { ...item, position: 1 }, 404],
      ['move', { ...item, destination: 'new', wishlist_name: 'Kitchen' }, 404],
      ['rename', { wishlist_name: 'Kitchen' }, 404],
      ['privacy', { wishlist_visibility: 1 }, 404],
      ['delete', {}, 404],
      ['restore-list', { wishlist_id: 1 }, 404],
      ['renew-link', {}, 404],
      ['gift', { is_gift_list: '1', event_date: '2027-06-05' }, 404],
      ['buy', { ...token, ...item }, 404],
      ['take-back', { purchase_id: 1 }, 404],
      ['thank', { purchase_id: 1 }, 404],
      ['follow', token, 404],
    ];
    return [
      ...writes.map(([write, fields, status]): [string, InjectOptions, number] => {
        const path = `/calls/store/wishlists/${write}`;
        return [path, post(path, fields), status];
      }),
      ['/ajax/wishlist', get('/ajax/wishlist?action=kiln_update_wishlist_count'), 200],
      ['/ajax/wishlist', post('/ajax/wishlist', { action: 'add_to_wishlist', add_to_wishlist: plainId }), 200],
      ['/ajax/wishlist', post('/ajax/wishlist', { action: 'save_title', title: 'Kitchen' }), 200],
    ];
  };

  it('match the schema of their status', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'api', undefined, false);
    const requested = new Set<string>();
    for (const [path, request, status] of listRequests()) {
      const method = String(request.method).toLowerCase();
      const headers = { accept: 'application/json', ...request.headers };
      const reply = await app.http.inject({ ...request, headers });
      expect(reply.statusCode, `${path} ${reply.payload.slice(0, 300)}`).toBe(status);
      const pointer = ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'];
      const matches = ajv.getSchema(`api#/${pointer.map(toPointerPart).join('/')}`);
      expect(matches, pointer.join(' ')).toBeTypeOf('function');
      expect([matches?.(reply.json()), matches?.errors], `${path} ${reply.payload.slice(0, 300)}`).toEqual([
        true,
        null,
      ]);
      requested.add(`${method} ${path}`);
    }
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect([...requested].toSorted()).toEqual(operations.toSorted());
  });
});

const toPointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
