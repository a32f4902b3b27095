import type { FastifyInstance } from 'fastify';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AuditKind } from './audit/audit-kinds.ts';
import type { AdminForm } from './forms/form.ts';
import type { AdminList } from './lists/list.ts';
import type { AdminNavigationEntry } from './navigation.ts';
import type { AdminRecord } from './records/record.ts';
import type { BulkAction } from './runs/bulk-action.ts';

/** Every address below `/admin` requires this permission besides the permission of its route. */
export const openBackOffice = definePermission('admin.open', 'Open the back office');

/** The contributions of a feature to the back office. Their permissions are in `Feature.permissions`. */
export interface AdminArea {
  /** Entries are shown in the order of the features, each in its section. */
  readonly navigation?: readonly AdminNavigationEntry[];
  /** Actions on many objects at once, made with `defineBulkAction`. */
  readonly bulkActions?: readonly BulkAction[];
  /** The kinds of objects that audit entries of the feature are about. */
  readonly auditKinds?: readonly AuditKind[];
  /** Pages with rows, made with `defineAdminList`. */
  readonly lists?: readonly AdminList[];
  /** Pages with fields, made with `defineAdminForm`. A record names its own form. */
  readonly forms?: readonly AdminForm[];
  /** Pages of objects, made with `defineAdminRecord`. */
  readonly records?: readonly AdminRecord[];
  /** Routes below `/admin`, each with its permission: `config: { requires: 'orders.read' }`. */
  readonly routes?: (app: FastifyInstance, shop: Shop) => void;
}
