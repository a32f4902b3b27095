import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { withdrawalCommands } from './commands.ts';
import { withdrawalMailJob } from './emails.ts';
import { withdrawalErrors } from './errors.ts';
import { registerWithdrawalRoutes, withdrawMutation } from './http.tsx';
import { withdrawalPath } from './paths.ts';
import { withdrawalSettings } from './settings.ts';
import { withdrawalTexts } from './texts.ts';

export const withdrawals: Feature = {
  name: 'withdrawals',
  needs: ['orders', 'payments'],
  permissions: [
    definePermission('withdrawals.read', 'See declarations of withdrawal'),
    definePermission('withdrawals.write', 'Close declarations of withdrawal'),
  ],
  mutations: [withdrawMutation],
  routes: registerWithdrawalRoutes,
  privatePaths: [withdrawalPath],
  jobs: [withdrawalMailJob],
  settings: [withdrawalSettings],
  texts: [withdrawalTexts],
  commands: withdrawalCommands,
  errors: [withdrawalErrors],
};
