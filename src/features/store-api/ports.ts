import type { z } from 'zod';
import type { Cart } from '#features/cart/index.ts';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AnyStoreOperation } from './protocol/operation.ts';

/** Data of a feature in `extensions` of replies about a cart. */
export interface CartExtension<Data = unknown> {
  /** Key in `extensions`: the name of the feature. */
  readonly namespace: string;
  /**
   * Schema of the data, which is checked in tests and in development. The data must be about the cart's owner only.
   */
  readonly schema: z.ZodType<Data>;
  readonly load: (shop: Shop, db: Db, cart: Cart) => Promise<Data>;
}

/** Adds data to `extensions` of the cart in the store API. */
export const cartExtensions = definePort<CartExtension>('store-api.cart-extensions');

/** Data of a feature in `extensions` of products. The data is public. */
export interface ProductExtension<Data = unknown> {
  readonly namespace: string;
  readonly schema: z.ZodType<Data>;
  /** Loads the data of all products of a reply at once. Products without data are left out. */
  readonly load: (shop: Shop, db: Db, productIds: readonly number[]) => Promise<ReadonlyMap<number, Data>>;
}

/** Adds data to `extensions` of products in the store API. */
export const productExtensions = definePort<ProductExtension>('store-api.product-extensions');

/** Operations that other features add to the store API, with its sessions, nonces and failures. */
export const storeOperations = definePort<AnyStoreOperation>('store-api.operations');
