import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createElement, type ReactNode } from 'react';
import { registerAdminGuard, registerAdminRoutes } from '#platform/admin/admin-routes.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { buildShop } from '#platform/features/build-shop.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Provision } from '#platform/features/ports.ts';
import type { Clock, Shop } from '#platform/features/shop.ts';
import type { Admission } from '#platform/http/admission/admission.ts';
import { registerAjax } from '#platform/http/ajax.ts';
import { registerCompat } from '#platform/http/compat.ts';
import { registerHealth } from '#platform/http/health.ts';
import { createLog, type Log } from '#platform/http/log.ts';
import { registerPageRoutes } from '#platform/http/page-routes.ts';
import { registerPagePolicy } from '#platform/http/security/page-policy.ts';
import { registerPermissionCheck } from '#platform/http/security/permission-check.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { registerStatusPages } from '#platform/http/status-pages.ts';
import { listAjaxActions, listMutations, registerMutations } from '#platform/mutations/register-mutations.ts';
import type { PageStore } from '#platform/pages/pages.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { registerSessionRoutes } from '#platform/sessions/routes.ts';
import { shopConfig } from '#shop.config';
import { closeServer, closeWithDatabase } from './opened.ts';

interface SmallShopOptions {
  readonly feature: Omit<Feature, 'name' | 'needs'>;
  readonly provides?: readonly Provision[];
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly admission?: Admission;
  /** Default: silent. */
  readonly log?: Log;
}

/** A layout of the content alone. */
export const renderLayout = async (_shop: Shop, _context: RenderContext, { body }: { readonly body: ReactNode }) =>
  createElement('main', null, body);

/** Admits every request, so that tests pass on a busy machine. */
export const admitAll: Admission = {
  isFull: () => false,
  enter: async () => () => {},
  awaitRefusal: async () => {},
  stop: () => {},
};

export interface SmallShop {
  readonly shop: Shop;
  readonly store: PageStore;
  readonly http: FastifyInstance;
  /** Origin at which it listens. */
  readonly url: string;
}

/** The platform with one test feature instead of the shop's features, listening on loopback. */
export async function smallShop(
  database: Database,
  { feature, provides = [], clock, env, admission = admitAll, log = createLog('silent') }: SmallShopOptions,
): Promise<SmallShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-small-'));
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(config.problems.join('\n'));
  const { settings: _, texts: __, ...choices } = shopConfig;
  const features = [{ name: 'trial', needs: [], ...feature }];
  const { shop, store, headers } = buildShop({
    config: config.config,
    choices,
    database,
    log,
    assembly: { features, fills: [], provides, handles: [] },
    layouts: { shop: renderLayout, admin: renderLayout },
    ...(clock ? { clock } : {}),
  });
  const http = await createHttpServer({
    config: config.config,
    log,
    store,
    headers,
    admission,
  });
  registerStatusPages(http, shop, async (_request, status) => `<!doctype html><h1>${status}</h1>`);
  registerAdminGuard(http, shop);
  registerPermissionCheck(http, shop);
  const actions = listAjaxActions([feature]);
  const nonceActions = new Set(actions.flatMap((action) => action.nonce ?? []));
  registerSessionRoutes(http, shop);
  registerCompat(http, shop, nonceActions, [feature]);
  registerPagePolicy(http, shop);
  registerHealth(http, shop);
  registerAjax(http, shop, actions);
  registerPageRoutes(http, shop, store, feature.pages ?? []);
  registerMutations(http, shop, listMutations([feature]));
  feature.routes?.(http, shop);
  await registerAdminRoutes(http, shop, [feature]);
  http.addHook('onReady', () => store.start());
  http.addHook('onClose', () => store.stop());
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  closeWithDatabase(database, () => closeServer(http));
  return { shop, store, http, url };
}
