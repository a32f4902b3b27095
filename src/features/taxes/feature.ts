import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
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
  commands: taxCommands,
};
