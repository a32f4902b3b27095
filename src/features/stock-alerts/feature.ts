import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { endOwnAlertMutation, registerAccountAlerts } from './account/account-page.tsx';
import { stockAlertAdminTexts as adminTexts } from './admin/admin-texts.ts';
import { alertList } from './admin/alert-list.tsx';
import { registerDemandPage } from './admin/demand-page.tsx';
import { alertListPath, demandPath, readAlerts } from './admin/permissions.ts';
import { alertsPath } from './contract.ts';
import { expireAlertsJob } from './engine/expire-alerts.ts';
import { runPriceDropsJob } from './engine/run-price-drops.ts';
import { runRisesJob } from './engine/run-rises.ts';
import { sendAlertJob } from './engine/send-alert.ts';
import { stockAlertErrors } from './errors.ts';
import { alertMutations, registerAlertPage } from './links/alert-page.tsx';
import { mailSubscriptionJob } from './mails/mail-subscription.ts';
import { createFormPage } from './parts/form-page.tsx';
import { removeErasedAlertMailsJob } from './personal-data.ts';
import { createScriptGlobals } from './script-globals.ts';
import { stockAlertSettings } from './settings.ts';
import { popupAction } from './subscribe/popup-action.tsx';
import { subscribeMutation } from './subscribe/subscribe-mutation.tsx';
import { stockAlertTexts } from './texts.ts';

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);
const formQuery = z.object({ product_id: id, variation_id: id, kind: z.enum(['stock', 'price']).catch('stock') });

function registerAlertRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(alertsPath, async (request, reply) => {
    const { product_id: productId, variation_id: variation, kind } = formQuery.parse(request.query);
    const target = { productId, variationId: variation === 0 || variation === productId ? null : variation, kind };
    return renderPrivatePage(shop, request, reply, await createFormPage(shop, target));
  });
  registerAlertPage(app, shop);
  registerAccountAlerts(app, shop);
}

export const stockAlerts: Feature = {
  name: 'stock-alerts',
  needs: [
    'accounts',
    'bot-check',
    'cart',
    'catalog',
    'customers',
    'inventory',
    'orders',
    'product-form',
    'stock-control',
  ],
  mutations: [subscribeMutation, ...alertMutations, endOwnAlertMutation],
  actions: [popupAction],
  routes: registerAlertRoutes,
  admin: {
    navigation: [
      { section: 'products', text: adminTexts.demand, path: demandPath, permission: readAlerts.name },
      { section: 'products', text: adminTexts.alerts, path: alertListPath, permission: readAlerts.name },
    ],
    lists: [alertList],
    routes: registerDemandPage,
  },
  permissions: [readAlerts],
  privatePaths: [alertsPath],
  jobs: [mailSubscriptionJob, runRisesJob, runPriceDropsJob, sendAlertJob, expireAlertsJob, removeErasedAlertMailsJob],
  settings: [stockAlertSettings],
  scriptGlobals: createScriptGlobals,
  texts: [stockAlertTexts, adminTexts],
  errors: [stockAlertErrors],
};
