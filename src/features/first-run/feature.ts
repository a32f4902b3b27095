import type { Feature } from '#platform/features/feature.ts';
import { firstRunCommands } from './commands.ts';
import { firstRunPath } from './contract.ts';
import { firstRunErrors } from './errors.ts';
import { registerFirstRunPage } from './first-run-page.tsx';
import { setUpMutation } from './set-up-mutation.ts';
import { shopForm, shopSubject } from './shop-form.ts';
import { firstRunTexts } from './texts.ts';
import { registerWelcomePage } from './welcome-page.tsx';

export const firstRun: Feature = {
  name: 'first-run',
  needs: ['addresses', 'pricing', 'payments', 'accounts'],
  mutations: [setUpMutation],
  routes: registerFirstRunPage,
  admin: {
    forms: [shopForm],
    auditKinds: [
      { kind: shopSubject, text: firstRunTexts.page, page: { requires: shopForm.requires, path: () => shopForm.path } },
    ],
    navigation: [
      { section: 'settings', order: -1, text: firstRunTexts.page, path: shopForm.path, permission: shopForm.requires },
    ],
    routes: registerWelcomePage,
  },
  privatePaths: [firstRunPath],
  texts: [firstRunTexts],
  commands: firstRunCommands,
  errors: [firstRunErrors],
};
