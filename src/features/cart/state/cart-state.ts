import type { Calculation } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderFragments } from '#platform/fragments/fragments.tsx';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import { calculateCart } from '../calculate-cart.ts';
import { type Cart, getCart } from '../cart.ts';
import type { CartReply, CartState } from '../contract.ts';
import { cartContributions } from './ports.ts';

export interface LoadedCart {
  readonly cart: Cart;
  /** Calculation of the lines that can be ordered; includes shipping once the destination is known. */
  readonly calculation: Calculation;
  readonly state: CartState;
}

/** A cart during a change, before the keys of new lines are known. */
type ChangedCart = Omit<Cart, 'removed' | 'aside'>;

/** Carts that a reply has already loaded, so that its fragments do not load them again. */
const loadedCarts = new WeakMap<Actor, LoadedCart>();

/**
 * Loads the actor's cart for a page or a fragment. Uses two queries and those of the calculation.
 * @param page kind of the page
 */
export async function loadCart(shop: Shop, actor: Actor, page: string): Promise<LoadedCart> {
  const loaded = loadedCarts.get(actor);
  if (loaded) return loaded;
  const cart = await getCart(shop, getOwner(actor));
  const calculation = await calculateCart(shop, shop.db, cart);
  return { cart, calculation, state: await createCartState(shop, actor, { cart, calculation }, page) };
}

/**
 * Creates the state for scripts. Its total includes discounts and taxes, and shipping once the
 * destination is known.
 */
async function createCartState(
  shop: Shop,
  actor: Actor,
  { cart, calculation }: { readonly cart: ChangedCart; readonly calculation: Calculation },
  page: string,
): Promise<CartState> {
  const { version, currency, lines, count, needsShipping } = cart;
  const contributions = await Promise.all(
    shop
      .implementations(cartContributions)
      .map((contribute) => contribute(shop, shop.db, { actor, cart, calculation, page })),
  );
  const summary = {
    ...{ version, count, currency, needsShipping },
    total: calculation.totals.total,
    isEmpty: lines.length === 0,
  };
  return {
    cart: { ...Object.assign({}, ...contributions.map((contribution) => contribution.cart)), ...summary },
    queryParams: Object.assign({}, ...contributions.map(({ queryParams }) => queryParams)),
  };
}

interface CartReplyInput {
  /** Null for a guest without a cart. The actor of the request does not know the owner of a new guest's cart. */
  readonly owner: Owner | null;
  /** The cart, if the caller knows it. Fragments need a loaded cart. */
  readonly cart?: ChangedCart;
  readonly message: string;
  readonly fragments: Readonly<Record<string, unknown>>;
  readonly page?: string;
}

export async function createCartReply(
  { shop, getActor }: MutationCall,
  { owner, cart, message, fragments, page = '' }: CartReplyInput,
): Promise<CartReply> {
  const actor = { ...(await getActor()), ...(owner && 'visitorId' in owner ? { visitorId: owner.visitorId } : {}) };
  if (cart && Object.keys(fragments).length === 0) {
    const calculation = await calculateCart(shop, shop.db, cart);
    return { ...(await createCartState(shop, actor, { cart, calculation }, page)), message, fragments: {} };
  }
  const loaded = await loadCart(shop, actor, page);
  loadedCarts.set(actor, loaded);
  return { ...loaded.state, message, fragments: await renderFragments(shop, actor, fragments) };
}
