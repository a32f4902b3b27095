import type { z } from 'zod';
import type { Cart } from '#features/cart/index.ts';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AnyStoreOperation } from './protocol/operation.ts';

/** Data of a feature in `extensions` of the replies about a cart. */
export interface CartExtension<Data = unknown> {
  /** Key in `extensions`: the name of the feature. */
  readonly namespace: string;
  /** Checked in tests and in development. Nothing in it may be about others than the cart's owner. */
  readonly schema: z.ZodType<Data>;
  readonly load: (shop: Shop, db: Db, cart: Cart) => Promise<Data>;
}

/** Adds data to `extensions` of the cart in the store API. */
export const cartExtensions = definePort<CartExtension>('store-api.cart-extensions');

/** Data of a feature in `extensions` of products. It is public. */
export interface ProductExtension<Data = unknown> {
  readonly namespace: string;
  readonly schema: z.ZodType<Data>;
  /** Loads the data of all products of a reply at once. Products without data are left out. */
  readonly load: (shop: Shop, db: Db, productIds: readonly number[]) => Promise<ReadonlyMap<number, Data>>;
}

/** Adds data to `extensions` of products in the store API. */
export const productExtensions = definePort<ProductExtension>('store-api.product-extensions');

/** Calls that other features add to the store API, with its sessions, nonces and failures. */
export const storeOperations = definePort<AnyStoreOperation>('store-api.operations');
