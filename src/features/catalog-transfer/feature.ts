import type { Feature } from '#platform/features/feature.ts';
import { importErrors } from './errors.ts';
import { exportCommand } from './export/export-command.ts';
import { importCommand } from './import/import-command.ts';

export const catalogTransfer: Feature = {
  name: 'catalog-transfer',
  needs: ['catalog', 'inventory', 'pricing'],
  commands: [importCommand, exportCommand],
  errors: [importErrors],
};
