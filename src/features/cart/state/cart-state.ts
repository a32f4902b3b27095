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

/** A cart with its sums and its state for scripts. */
export interface LoadedCart {
  readonly cart: Cart;
  /** Of the lines that can be ordered; with shipping once the owner has said where the cart is sent. */
  readonly calculation: Calculation;
  readonly state: CartState;
}

/** A cart in the middle of a change: keys of new lines are not known yet. */
type ChangedCart = Omit<Cart, 'removed' | 'aside'>;

/** Carts that a reply has loaded already, so that its fragments do not load them again. */
const loadedCarts = new WeakMap<Actor, LoadedCart>();

/**
 * Loads the actor's cart for a page or a fragment. Two queries and those of the calculation.
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
 * Makes the state that scripts get. Its total has discounts and taxes, and shipping
 * once the owner has said where the cart is sent.
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
  /** Null for a guest without a cart. A new guest's owner is not known to the request's actor. */
  readonly owner: Owner | null;
  /** The cart, if it is known. Fragments need a loaded one. */
  readonly cart?: ChangedCart;
  readonly message: string;
  /** Options by key. */
  readonly fragments: Readonly<Record<string, unknown>>;
  readonly page?: string;
}

/** Makes the reply of a call that read or changed the cart, with the fragments that it asks for. */
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
