import { addToCart, getCart, reserveNewCart, toCartHint } from '#features/cart/index.ts';
import { getPurchasableVariations } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import { keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { stockAlertSettings } from '../settings.ts';
import { reserveUnit } from './reservations.ts';

/**
 * Reserves the unit of a mail for whoever presses the button of its link, and puts it into their cart.
 * @returns fields of the hint cookie; null when the cart has nothing new, such as of a product that asks for more
 */
export async function reserveIntoCart({ shop, request, reply }: MutationCall, alertId: number): Promise<Hint | null> {
  if (!shop.settings(stockAlertSettings).reserves) return null;
  const owner = await resolveOwner(shop, request);
  const variationId = await inTransaction(shop.db, (tx) => reserveUnit(shop, tx, alertId, owner));
  if (variationId === null) return null;
  keepOwnerCookie(shop, request, reply, owner);
  const cart = await getCart(shop, owner);
  if (cart.lines.some(({ variation }) => variation?.variationId === variationId)) return toCartHint(cart);
  const allowance = await reserveNewCart(shop, owner, request.ip);
  const added = allowance.ok ? await addUnit({ shop, owner }, variationId) : null;
  if (added?.ok) return toCartHint(added.cart);
  if (allowance.ok) await allowance.giveBack();
  return null;
}

async function addUnit(
  { shop, owner }: Pick<MutationCall, 'shop'> & { readonly owner: Owner },
  variationId: number,
): ReturnType<typeof addToCart> {
  const variation = (await getPurchasableVariations(shop.db, [variationId], shop.clock.now())).get(variationId);
  const { productId = variationId, options = [] } = variation ?? {};
  const chosen = options.flatMap(({ attribute, term }) => (term ? [[attribute, term.slug] as const] : []));
  const isOwn = variationId === productId;
  const item = {
    ...{ productId, variationId: isOwn ? null : variationId, quantity: 1 },
    chosen: isOwn ? {} : Object.fromEntries(chosen),
  };
  return addToCart(shop, owner, { items: [item], form: {} });
}
