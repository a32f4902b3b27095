import type { FastifyInstance } from 'fastify';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { AuditKind } from './audit/audit-kinds.ts';
import type { BulkAction } from './runs/bulk-action.ts';

/** Required by every address below `/admin`, besides the permission of its route. */
export const openBackOffice = definePermission('admin.open', 'Open the back office');

/** A link in the navigation of the back office. */
export interface AdminNavigationEntry {
  readonly text: Text;
  /** Made with `adminPath`. A GET route that requires the same permission answers it. */
  readonly path: string;
  /** Name of the permission that the page requires. Others do not see the entry. */
  readonly permission: string;
}

/** What a feature adds to the back office. Its permissions are in `Feature.permissions`. */
export interface AdminArea {
  /** Shown in the order of the features. */
  readonly navigation?: readonly AdminNavigationEntry[];
  /** What staff can do to many objects at once, made with `defineBulkAction`. */
  readonly bulkActions?: readonly BulkAction[];
  /** What its entries of the audit are about. */
  readonly auditKinds?: readonly AuditKind[];
  /** Routes below `/admin`, each with its permission: `config: { requires: 'orders.read' }`. */
  readonly routes?: (app: FastifyInstance, shop: Shop) => void;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The navigation of the back office, in the order of the features. */
    readonly adminNavigation: readonly AdminNavigationEntry[];
  }
}

/** Returns the entries that somebody may see. */
export function listNavigation(
  navigation: readonly AdminNavigationEntry[],
  actor: Actor,
): readonly AdminNavigationEntry[] {
  return navigation.filter(({ permission }) => isPermitted(actor, permission));
}
