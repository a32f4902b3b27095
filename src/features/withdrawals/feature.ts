import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { withdrawalAdminTexts } from './admin/texts.ts';
import { withdrawalList } from './admin/withdrawal-list.tsx';
import { withdrawalRecord } from './admin/withdrawal-record.tsx';
import { chooseItemsMutation } from './choose-items.tsx';
import { withdrawalCommands } from './commands.ts';
import { withdrawalMailJob } from './emails.ts';
import { withdrawalErrors } from './errors.ts';
import { registerWithdrawalRoutes, withdrawMutation } from './http.tsx';
import { withdrawalPath, withdrawalRecordPath } from './paths.ts';
import { withdrawalSettings } from './settings.ts';
import { withdrawalTexts } from './texts.ts';

export const withdrawals: Feature = {
  name: 'withdrawals',
  needs: ['orders', 'payments'],
  permissions: [
    definePermission('withdrawals.read', 'See declarations of withdrawal'),
    definePermission('withdrawals.write', 'Work on declarations of withdrawal, and close them'),
  ],
  mutations: [withdrawMutation, chooseItemsMutation],
  routes: registerWithdrawalRoutes,
  privatePaths: [withdrawalPath],
  jobs: [withdrawalMailJob],
  settings: [withdrawalSettings],
  texts: [withdrawalTexts, withdrawalAdminTexts],
  admin: {
    navigation: [
      {
        ...{ section: 'orders', text: withdrawalAdminTexts.withdrawals },
        ...{ path: withdrawalList.path, permission: withdrawalList.requires },
      },
    ],
    auditKinds: [
      {
        kind: 'withdrawal',
        text: withdrawalAdminTexts.kind,
        page: { requires: withdrawalList.requires, path: (id) => withdrawalRecordPath(Number(id)) },
      },
    ],
    lists: [withdrawalList],
    records: [withdrawalRecord],
  },
  commands: withdrawalCommands,
  errors: [withdrawalErrors],
};
