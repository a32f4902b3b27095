import type { Feature } from '#platform/features/feature.ts';
import { importOfficeErrors } from './errors.ts';
import { exportFileJob, exportMutation } from './exports/export-files.ts';
import { registerImportRoutes } from './import-routes.ts';
import { checkImportJob } from './imports/check-import.ts';
import {
  beginImportMutation,
  checkImportMutation,
  deleteImportMutation,
  uploadImport,
} from './imports/import-mutations.ts';
import { importRowsAction } from './imports/import-rows-action.ts';
import { importPath, importsPath } from './paths.ts';
import { importPermission } from './permissions.ts';
import { purgeImportsJob } from './purge-imports.ts';
import { importSettings } from './settings.ts';
import { importTexts } from './texts.ts';

/** Imports and exports files in the browser. Other features define the contents of the files. */
export const importOffice: Feature = {
  name: 'import-office',
  needs: ['catalog-transfer', 'promotions', 'taxes'],
  permissions: [importPermission],
  mutations: [uploadImport, checkImportMutation, beginImportMutation, deleteImportMutation, exportMutation],
  jobs: [checkImportJob, exportFileJob, purgeImportsJob],
  admin: {
    bulkActions: [importRowsAction],
    auditKinds: [
      { kind: 'import-rows', text: importTexts.importKind },
      {
        kind: 'import',
        text: importTexts.file,
        page: { requires: importPermission.name, path: (id) => importPath(id) },
      },
      { kind: 'tax-rate', text: importTexts.taxRate },
      { kind: 'export', text: importTexts.exportKind },
    ],
    navigation: [
      { section: 'products', text: importTexts.title, path: importsPath, permission: importPermission.name },
    ],
    routes: registerImportRoutes,
  },
  settings: [importSettings],
  texts: [importTexts],
  errors: [importOfficeErrors],
};
