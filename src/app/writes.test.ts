import type { RouteOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { listAdminMutations } from '#platform/admin/admin-mutations.ts';
import { listMutations } from '#platform/mutations/register-mutations.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

/** Routes that take a write and are no mutation, and why. */
const otherRoutes: Readonly<Record<string, string>> = {
  'POST /': 'Runs the cart endpoint that the query names, for scripts of a shop that moved here.',
  'POST /ajax': 'Runs the ajax action that the request names.',
  'POST /ajax/wishlist': 'Runs the ajax action that the request names.',
  'POST /payments/:provider/events': 'The provider signs the bytes of the body, and its server is no actor.',
};

/** Operations of the store API: docs/decisions/0029. They name themselves in the description of the API. */
const isStoreOperation = ({ config }: RouteOptions) => config?.api?.name.startsWith('store-api.') ?? false;

/** Ajax actions by POST that are no mutation, and why. */
const otherActions: Readonly<Record<string, string>> = {
  sa_trigger_popup_ajax: 'Reads only. The specification sends it by POST.',
  theme_quickview: 'Reads only. The specification sends it by POST.',
};

const database = useDatabase();
const routes: RouteOptions[] = [];
let app: App;

beforeAll(async () => {
  app = await testShop(database, { onRoute: (route) => routes.push(route) });
});

const listAllMutations = () => [
  ...listMutations(app.assembly.features),
  ...listAdminMutations(app.assembly.features, app.shop.adminExtensions),
];

it('every route that takes a write is a mutation, or listed above', () => {
  const writes = routes
    .filter((route) => !isStoreOperation(route))
    .flatMap(({ method, url, config }) =>
      [method]
        .flat()
        .filter((each) => !['GET', 'HEAD', 'OPTIONS'].includes(each))
        .map((each) => ({ route: `${each} ${url}`, mutation: config?.mutation })),
    );
  const others = writes.filter(({ mutation }) => mutation === undefined).map(({ route }) => route);
  expect(others.toSorted()).toEqual(Object.keys(otherRoutes));
  const names = new Set(listAllMutations().map(({ name }) => name));
  expect(writes.flatMap(({ mutation }) => mutation ?? []).filter((name) => !names.has(name))).toEqual([]);
});

it('every ajax action by POST is a mutation, or listed above', () => {
  const actions = app.assembly.features.flatMap(({ actions = [] }) => actions);
  const posts = actions.filter(({ method }) => method === 'POST').map(({ name }) => name(app.shop.wire));
  expect(posts).toEqual(Object.keys(otherActions));
});

it('every mutation can be reached, and says what it does', () => {
  for (const { name, description, form, json, ajax } of listAllMutations()) {
    expect(name).toMatch(/^[a-z-]+\.[a-z]+(-[a-z]+)*$/);
    expect(description, name).toMatch(/^[A-Z].+\.$/);
    expect(form ?? json ?? ajax, name).toBeDefined();
  }
});
