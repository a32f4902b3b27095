import type { Feature } from '#platform/features/feature.ts';
import { endOwnAlertMutation } from './account/account-page.tsx';
import { alertsPath } from './contract.ts';
import { expireAlertsJob } from './engine/expire-alerts.ts';
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
  needs: ['accounts', 'bot-check', 'catalog', 'customers', 'inventory', 'orders', 'product-form'],
  mutations: [subscribeMutation, ...alertMutations, endOwnAlertMutation],
  actions: [popupAction],
  routes: registerAlertRoutes,
  privatePaths: [alertsPath],
  jobs: [mailSubscriptionJob, runRisesJob, sendAlertJob, expireAlertsJob, removeErasedAlertMailsJob],
  settings: [stockAlertSettings],
  scriptGlobals: createScriptGlobals,
  texts: [stockAlertTexts],
  errors: [stockAlertErrors],
};
