import type { Feature } from '#platform/features/feature.ts';
import { endOwnAlertMutation } from './account/account-page.tsx';
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
import { registerAlertRoutes } from './http.ts';
import { alertMutations } from './links/alert-page.tsx';
import { mailSubscriptionJob } from './mails/mail-subscription.ts';
import { removeErasedAlertMailsJob } from './personal-data.ts';
import { createScriptGlobals } from './script-globals.ts';
import { stockAlertSettings } from './settings.ts';
import { popupAction } from './subscribe/popup-action.tsx';
import { subscribeMutation } from './subscribe/subscribe-mutation.tsx';
import { stockAlertTexts } from './texts.ts';

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
