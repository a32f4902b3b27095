import type { AccountPage, SecondStep } from '#features/accounts/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { encryptAgain, isTwoFactorOn, purgeNewSecrets } from './code/two-factor-rows.ts';
import { resetTwoFactor, twoFactorCommands } from './commands.ts';
import { secondStepPath, twoFactorPath } from './contract.ts';
import { twoFactorErrors } from './errors.ts';
import { registerSecondStepPage, secondStepMutation } from './second-step/second-step.tsx';
import {
  confirmSetupMutation,
  disableMutation,
  renewCodesMutation,
  startSetupMutation,
} from './setup/setup-mutations.ts';
import { registerSetupPage } from './setup/setup-page.tsx';
import { twoFactorTexts } from './texts.ts';

const tidySecretsJob = defineJob({
  name: 'two-factor:tidy',
  every: '35 4 * * *',
  run: async (shop) => {
    await purgeNewSecrets(shop.db, shop.clock.now());
    await encryptAgain(shop);
  },
});

export const twoFactor: Feature = {
  name: 'two-factor',
  needs: ['accounts', 'customers'],
  permissions: [resetTwoFactor],
  mutations: [startSetupMutation, confirmSetupMutation, renewCodesMutation, disableMutation, secondStepMutation],
  routes: (app, shop) => {
    registerSetupPage(app, shop);
    registerSecondStepPage(app, shop);
  },
  jobs: [tidySecretsJob],
  texts: [twoFactorTexts],
  commands: twoFactorCommands,
  errors: [twoFactorErrors],
};

export const totpSecondStep: SecondStep = { path: secondStepPath, setupPath: twoFactorPath, isNeeded: isTwoFactorOn };

export const twoFactorPage: AccountPage = { path: twoFactorPath, text: twoFactorTexts.page };
