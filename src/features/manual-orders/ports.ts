import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What a new order begins with. */
export interface DraftStart {
  /** Whose account the order will belong to; null when there is none. */
  readonly customerId: number | null;
  readonly lines: readonly {
    readonly variationId: number;
    readonly quantity: number;
    /** As in the file of an order, like the next two. */
    readonly choices: Readonly<Record<string, string>>;
    readonly addons: Readonly<Record<string, readonly string[]>>;
    readonly uploads: readonly string[];
  }[];
  /** For staff: where it comes from, and what is missing. */
  readonly internalNote: string;
}

/** Something that orders begin with, at `getDraftSourcePath(name, id)`. */
export interface DraftSource {
  /** Lower-case letters. */
  readonly name: string;
  /** Name of the permission to see the object, beside that of orders. */
  readonly requires: string;
  /** @returns null when there is no such object */
  readonly load: (shop: Shop, db: Db, id: number) => Promise<DraftStart | null>;
}

/** What new orders of the back office begin with, by the address of the page: `order-drafts/from/<name>/<id>`. */
export const draftSources = definePort<DraftSource>('manual-orders.draft-sources');
