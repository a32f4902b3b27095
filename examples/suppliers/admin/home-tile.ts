import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { supplierTexts as texts } from '../texts.ts';
import { readSuppliers } from './permissions.ts';
import { suppliersPath } from './supplier-form.ts';

export const suppliersToOrderFrom: HomeTile = {
  id: 'suppliers.to-order',
  requires: readSuppliers.name,
  text: texts.waiting,
  rows: () => sql`select id from suppliers where reorder_note <> ''`,
  list: { path: `${suppliersPath}?toOrder=yes` },
};
