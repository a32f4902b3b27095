import { shopPagePath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { changeShopMutation } from './change-shop-mutation.ts';
import { firstRunCommands } from './commands.ts';
import { firstRunPath } from './contract.ts';
import { firstRunErrors } from './errors.ts';
import { registerFirstRunPage } from './first-run-page.tsx';
import { setUpMutation } from './set-up-mutation.ts';
import { registerShopPage, writeSettings } from './shop-page.tsx';
import { firstRunTexts } from './texts.ts';
import { registerWelcomePage } from './welcome-page.tsx';

export const firstRun: Feature = {
  name: 'first-run',
  needs: ['addresses', 'pricing', 'payments', 'accounts'],
  mutations: [setUpMutation, changeShopMutation],
  routes: registerFirstRunPage,
  admin: {
    navigation: [{ section: 'settings', text: firstRunTexts.page, path: shopPagePath, permission: writeSettings }],
    routes: (app, shop) => {
      registerWelcomePage(app, shop);
      registerShopPage(app, shop);
    },
  },
  privatePaths: [firstRunPath],
  texts: [firstRunTexts],
  commands: firstRunCommands,
  errors: [firstRunErrors],
};
