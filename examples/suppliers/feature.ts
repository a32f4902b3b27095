import { getRecordPath } from '#platform/admin/records/record.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Feature } from '#platform/features/feature.ts';
import { readSuppliers, writeSuppliers } from './admin/permissions.ts';
import { supplierList } from './admin/supplier-list.tsx';
import { supplierRecord } from './admin/supplier-record.tsx';
import { supplierTexts as texts } from './texts.ts';

export const suppliers: Feature = {
  name: 'suppliers',
  needs: ['promotions'],
  // Relative to the project: the build moves this file.
  migrations: `${projectRoot}/examples/suppliers/migrations`,
  permissions: [readSuppliers, writeSuppliers],
  admin: {
    lists: [supplierList],
    records: [supplierRecord],
    auditKinds: [
      {
        kind: 'supplier',
        text: texts.supplier,
        page: { requires: supplierRecord.requires, path: (id) => getRecordPath(supplierRecord, id) },
      },
    ],
    navigation: [
      { section: 'products', text: texts.suppliers, path: supplierList.path, permission: supplierList.requires },
    ],
  },
  texts: [texts],
};
