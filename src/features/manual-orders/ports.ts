import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Initial data of a new order. */
export interface DraftStart {
  /** Id of the account that will own the order; null when there is none. */
  readonly customerId: number | null;
  readonly lines: readonly {
    readonly variationId: number;
    readonly quantity: number;
    /** `choices`, `addons` and `uploads` are as in the file of an order. */
    readonly choices: Readonly<Record<string, string>>;
    readonly addons: Readonly<Record<string, readonly string[]>>;
    readonly uploads: readonly string[];
  }[];
  /** Note for staff about the source and about missing data. */
  readonly internalNote: string;
}

/** A source of initial data for orders, at `getDraftSourcePath(name, id)`. */
export interface DraftSource {
  /** Lower-case letters. */
  readonly name: string;
  /** Name of the permission to see the source object, required in addition to the permission for orders. */
  readonly requires: string;
  /** @returns null when there is no such object */
  readonly load: (shop: Shop, db: Db, id: number) => Promise<DraftStart | null>;
}

/** Sources of initial data for new orders of the back office, at `order-drafts/from/<name>/<id>`. */
export const draftSources = definePort<DraftSource>('manual-orders.draft-sources');
