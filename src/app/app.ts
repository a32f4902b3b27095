import type { FastifyInstance, RouteOptions } from 'fastify';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { listAdminMutations } from '#platform/admin/admin-mutations.ts';
import { registerAdminGuard, registerAdminRoutes } from '#platform/admin/admin-routes.ts';
import { eraseAuditNetworksJob } from '#platform/admin/audit/erase-audit.ts';
import { continueRunJob, purgeRunsJob } from '#platform/admin/runs/run-jobs.ts';
import { openApiPath, registerPreflight } from '#platform/api/open-access.ts';
import type { ApiParts } from '#platform/api/openapi.ts';
import { createOpenApiPage } from '#platform/api/openapi-page.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import type { Config } from '#platform/config/config.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Database } from '#platform/database/database.ts';
import type { MigrationSet } from '#platform/database/migrate.ts';
import type { Assembly } from '#platform/features/assembly.ts';
import { buildShop } from '#platform/features/build-shop.ts';
import type { Clock, Shop } from '#platform/features/shop.ts';
import { type Admission, createAdmission } from '#platform/http/admission/admission.ts';
import { registerAjax } from '#platform/http/ajax.ts';
import { registerCompat } from '#platform/http/compat.ts';
import { registerHealth } from '#platform/http/health.ts';
import type { Log } from '#platform/http/log.ts';
import { createMetrics, type Metrics } from '#platform/http/metrics.ts';
import { registerPageRoutes } from '#platform/http/page-routes.ts';
import { registerPagePolicy } from '#platform/http/security/page-policy.ts';
import { registerPermissionCheck } from '#platform/http/security/permission-check.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { registerStaticFiles } from '#platform/http/static-files.ts';
import { registerStatusPages } from '#platform/http/status-pages.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { jobCommands } from '#platform/jobs/commands.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import { clearLimitsJob } from '#platform/limits/limits.ts';
import { mailCommands } from '#platform/mail/commands.ts';
import { sendMailJob } from '#platform/mail/mail.ts';
import { removeErasedMailFilesJob } from '#platform/mail/mail-data.ts';
import { registerOutboxRoutes } from '#platform/mail/outbox-routes.tsx';
import { purgeMailJob } from '#platform/mail/purge-mail.ts';
import { deleteContentJob } from '#platform/media/delete-content.ts';
import { makeSizesJob } from '#platform/media/media.ts';
import { registerMediaRoutes } from '#platform/media/routes.ts';
import {
  listAjaxActions,
  listMutations,
  listNonceActions,
  registerMutations,
} from '#platform/mutations/register-mutations.ts';
import { createPrefetchPattern, registerSpeculationRules } from '#platform/pages/speculation-rules.ts';
import { purgeVisitorsJob } from '#platform/sessions/purge-visitors.ts';
import { registerSessionRoutes } from '#platform/sessions/routes.ts';
import { moveLateWritesJob } from '#platform/sessions/sign-in.ts';
import { settingCommands } from '#platform/settings/commands.ts';
import { encryptSettingsJob } from '#platform/settings/setting-secrets.ts';
import { createAdminLayout } from './admin/admin-layout.tsx';
import { assembleFeatures } from './assembly.ts';
import { renderStatusPage } from './layout/error-page.tsx';
import { createShopLayout } from './layout/layout.tsx';
import { readTheme } from './theme.ts';
export interface AppParts {
  readonly config: Config;
  readonly choices: ShopConfig;
  readonly database: Database;
  readonly log: Log;
  readonly assets: Assets;
  readonly clock?: Clock;
  readonly admission?: Admission;
  readonly onRoute?: (route: RouteOptions) => void;
}

export interface App {
  readonly shop: Shop;
  readonly http: FastifyInstance;
  readonly metrics: Metrics;
  readonly assembly: Assembly;
  /** The parts of the shop that answer with JSON. */
  readonly api: ApiParts;
}

/** Lists the shop's own migrations, then the migrations of features from outside `src/`. */
export function listMigrationSets({ features }: Assembly): MigrationSet[] {
  const featureSets = features.flatMap(({ name, migrations }) =>
    migrations ? [{ owner: name, folder: migrations }] : [],
  );
  return [{ owner: 'vitrine', folder: `${projectRoot}/migrations`, replaced: '0002_services.sql' }, ...featureSets];
}

export function listJobs({ features }: Assembly): JobDefinition[] {
  return [
    sendMailJob,
    makeSizesJob,
    deleteContentJob,
    clearLimitsJob,
    purgeMailJob,
    removeErasedMailFilesJob,
    purgeVisitorsJob,
    eraseAuditNetworksJob,
    continueRunJob,
    purgeRunsJob,
    moveLateWritesJob,
    encryptSettingsJob,
    ...features.flatMap((feature) => feature.jobs ?? []),
  ];
}

export function listCommands({ features }: Assembly): CommandDefinition[] {
  return [
    ...settingCommands,
    ...mailCommands,
    ...jobCommands,
    ...features.flatMap((feature) => feature.commands ?? []),
  ];
}

/** Builds the shop without listening. Tests use its `http.inject`. */
export async function buildApp({
  config,
  choices,
  database,
  log,
  assets,
  clock,
  onRoute,
  admission = createAdmission(database.pool),
}: AppParts): Promise<App> {
  const assembly = assembleFeatures(choices);
  const { features } = assembly;
  const pages = features.flatMap((feature) => feature.pages ?? []);
  const theme = readTheme(choices.theme);
  const layouts = {
    shop: createShopLayout(assets, createPrefetchPattern(pages), theme),
    admin: createAdminLayout(assets, theme),
  };
  const { shop, store, headers } = buildShop({
    config,
    choices,
    database,
    log,
    assembly,
    layouts,
    mailTheme: theme.mail,
    ...(clock ? { clock } : {}),
  });
  const http = await createHttpServer({ config, log, store, headers, admission });
  if (onRoute) http.addHook('onRoute', onRoute);
  const metrics = createMetrics(http, store);
  registerStatusPages(
    http,
    shop,
    (request, status) => renderStatusPage(shop, request, status),
    (url) => findRedirect(shop, url),
  );
  registerAdminGuard(http, shop);
  registerPermissionCheck(http, shop);
  registerPagePolicy(http, shop);
  registerHealth(http, shop);
  await registerStaticFiles(http, assets.folders);
  registerMediaRoutes(http, shop);
  registerOutboxRoutes(http, shop);
  const actions = listAjaxActions(features);
  registerSessionRoutes(http, shop);
  registerCompat(http, shop, listNonceActions(features), features);
  registerAjax(http, shop, actions);
  const mutations = [...listMutations(features), ...listAdminMutations(features, shop.adminExtensions)];
  const api: ApiParts = { routes: http.apiRoutes, mutations, actions };
  registerPageRoutes(http, shop, store, [...pages, createOpenApiPage(() => api)]);
  registerPreflight(http, [openApiPath]);
  registerSpeculationRules(http, pages);
  registerMutations(http, shop, mutations);
  for (const feature of features) feature.routes?.(http, shop);
  await registerAdminRoutes(http, shop, features);
  await shop.settingStore.reload();
  http.addHook('onReady', () => store.start());
  http.addHook('onClose', () => store.stop());
  return { shop, http, metrics, assembly, api };
}
