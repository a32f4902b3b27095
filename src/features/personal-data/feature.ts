import type { AccountPage } from '#features/accounts/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { registerExportRoutes } from './admin/export-routes.ts';
import { partTexts } from './admin/part-titles.ts';
import { personDataTexts } from './admin/texts.ts';
import { personalDataCommands } from './commands.ts';
import { dataPath } from './contract.ts';
import { deleteAccountMutation, keepAccountMutation } from './data-mutations.tsx';
import { registerDataPages } from './data-pages.tsx';
import { eraseDueJob } from './deletion.ts';
import { personalDataErrors } from './errors.ts';
import { personalDataSettings } from './settings.ts';
import { personalDataTexts } from './texts.ts';

export const ownData: Feature = {
  name: 'personal-data',
  needs: ['accounts', 'customers', 'orders'],
  mutations: [deleteAccountMutation, keepAccountMutation],
  routes: registerDataPages,
  admin: { routes: registerExportRoutes },
  jobs: [eraseDueJob],
  settings: [personalDataSettings],
  texts: [personalDataTexts, personDataTexts, partTexts],
  commands: personalDataCommands,
  errors: [personalDataErrors],
};

export const dataPage: AccountPage = { path: dataPath, text: personalDataTexts.page };
