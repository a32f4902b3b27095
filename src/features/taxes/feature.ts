import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { addOffersMutation, removeRateMutation } from './admin/mutations.ts';
import { taxesPath } from './admin/paths.ts';
import { registerTaxes } from './admin/taxes-page.tsx';
import { taxOfficeTexts } from './admin/texts.ts';
import { taxCommands } from './commands.ts';
import { taxErrors } from './errors.ts';

export const taxes: Feature = {
  name: 'taxes',
  needs: ['addresses', 'pricing'],
  permissions: [
    definePermission('taxes.read', 'See tax rates'),
    definePermission('taxes.write', 'Import and remove tax rates'),
  ],
  errors: [taxErrors],
  texts: [taxOfficeTexts],
  mutations: [addOffersMutation, removeRateMutation],
  admin: {
    navigation: [{ section: 'settings', text: taxOfficeTexts.title, path: taxesPath, permission: 'taxes.read' }],
    routes: registerTaxes,
  },
  commands: taxCommands,
};
