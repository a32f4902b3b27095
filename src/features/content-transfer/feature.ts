import type { Feature } from '#platform/features/feature.ts';
import { transferCommands } from './commands.ts';
import { transferErrors } from './errors.ts';
import { importFileJob, purgeContentImportsJob, writePermission } from './office/import-job.ts';
import { beginContentImport, uploadContent } from './office/import-mutations.ts';
import { transferPath } from './office/paths.ts';
import { registerTransferRoutes } from './office/transfer-routes.ts';
import { transferTexts } from './texts.ts';

export const contentTransfer: Feature = {
  name: 'content-transfer',
  needs: ['catalog', 'catalog-transfer', 'comments', 'content'],
  mutations: [uploadContent, beginContentImport],
  jobs: [importFileJob, purgeContentImportsJob],
  commands: transferCommands,
  admin: {
    routes: registerTransferRoutes,
    navigation: [{ section: 'content', text: transferTexts.title, path: transferPath, permission: writePermission }],
  },
  errors: [transferErrors],
  texts: [transferTexts],
};
