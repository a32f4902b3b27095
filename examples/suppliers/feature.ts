import { getRecordPath } from '#platform/admin/records/record.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Feature } from '#platform/features/feature.ts';
import { readSuppliers, writeSuppliers } from './admin/permissions.ts';
import { supplierList } from './admin/supplier-list.ts';
import { supplierRecord } from './admin/supplier-record.tsx';
import { supplierTexts as texts } from './texts.ts';

export const suppliers: Feature = {
  name: 'suppliers',
  needs: ['promotions'],
  // Relative to the project: the build moves this file.
  migrations: `${projectRoot}/examples/suppliers/migrations`,
  permissions: [readSuppliers, writeSuppliers],
  texts: [texts],
  admin: {
    navigation: [{ section: 'products', text: texts.title, path: supplierList.path, permission: readSuppliers.name }],
    lists: [supplierList],
    records: [supplierRecord],
    auditKinds: [
      {
        kind: 'supplier',
        text: texts.supplier,
        page: { requires: readSuppliers.name, path: (id) => getRecordPath(supplierRecord, id) },
      },
    ],
  },
};
