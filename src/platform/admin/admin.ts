import type { FastifyInstance } from 'fastify';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AuditKind } from './audit/audit-kinds.ts';
import type { AdminForm } from './forms/form.ts';
import type { AdminList } from './lists/list.ts';
import type { AdminNavigationEntry } from './navigation.ts';
import type { AdminRecord } from './records/record.ts';
import type { BulkAction } from './runs/bulk-action.ts';

/** Required by every address below `/admin`, besides the permission of its route. */
export const openBackOffice = definePermission('admin.open', 'Open the back office');

/** What a feature adds to the back office. Its permissions are in `Feature.permissions`. */
export interface AdminArea {
  /** Shown in the order of the features, each in its section. */
  readonly navigation?: readonly AdminNavigationEntry[];
  /** What staff can do to many objects at once, made with `defineBulkAction`. */
  readonly bulkActions?: readonly BulkAction[];
  /** What its entries of the audit are about. */
  readonly auditKinds?: readonly AuditKind[];
  /** Pages with rows, made with `defineAdminList`. */
  readonly lists?: readonly AdminList[];
  /** Pages with fields, made with `defineAdminForm`. The form of a record is named by the record. */
  readonly forms?: readonly AdminForm[];
  /** Pages of objects, made with `defineAdminRecord`. */
  readonly records?: readonly AdminRecord[];
  /** Routes below `/admin`, each with its permission: `config: { requires: 'orders.read' }`. */
  readonly routes?: (app: FastifyInstance, shop: Shop) => void;
}
