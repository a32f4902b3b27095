import { getFormPath } from '#platform/admin/forms/form.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { importErrors, redirectErrors } from './errors.ts';
import { exportCommand } from './export/export-command.ts';
import { importCommand } from './import/import-command.ts';
import { redirectForm } from './redirects/redirect-form.ts';
import { redirectList } from './redirects/redirect-list.tsx';
import { redirectSettings } from './redirects/settings.ts';
import { redirectTexts } from './redirects/texts.ts';

export const catalogTransfer: Feature = {
  name: 'catalog-transfer',
  needs: ['catalog', 'inventory', 'pricing'],
  permissions: [
    definePermission('redirects.read', 'See redirects of old addresses'),
    definePermission('redirects.write', 'Change and import redirects of old addresses'),
  ],
  admin: {
    lists: [redirectList],
    forms: [redirectForm],
    auditKinds: [
      {
        kind: 'redirect',
        text: redirectTexts.redirect,
        page: { requires: redirectForm.requires, path: (id) => getFormPath(redirectForm, Number(id)) },
      },
    ],
    navigation: [
      { section: 'content', text: redirectTexts.redirects, path: redirectList.path, permission: redirectList.requires },
    ],
  },
  settings: [redirectSettings],
  texts: [redirectTexts],
  commands: [importCommand, exportCommand],
  errors: [importErrors, redirectErrors],
};
