import { definePermission } from '#platform/features/permissions.ts';

export const importPermission = definePermission(
  'products.import',
  'Import and export files in the back office, of what else they may change',
);
