import { loadPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Notice } from '#ui/notice.tsx';
import type { Cart } from '../cart.ts';
import { saveSeenPrices } from '../lines/cart-rows.ts';
import { isOrderable } from '../lines/price-lines.ts';
import { cartTexts as texts } from '../texts.ts';

/**
 * Says which prices have changed since the shopper saw them last, and records the current ones.
 * @returns null when nothing has changed
 */
export async function renderPriceChanges(shop: Shop, context: RenderContext, { currency, lines }: Cart) {
  const unseen = lines.filter((line) => isOrderable(line) && line.unitPrice !== line.seenUnitPrice);
  if (unseen.length === 0) return null;
  await saveSeenPrices(shop.db, new Map(unseen.map(({ key, unitPrice }) => [key, unitPrice])));
  const display = await loadPriceDisplay(shop, shop.db);
  const messages = unseen.flatMap(({ key, name, seenUnitPrice, unitPrice, variation }) => {
    if (seenUnitPrice === null) return [];
    const taxClass = variation?.taxStatus === 'taxable' ? variation.taxClass : null;
    const format = (amount: number) => context.price({ amount: display.toShown(amount, taxClass), currency });
    const text = unitPrice > seenUnitPrice ? texts.priceRose : texts.priceFell;
    return [{ key, message: context.t(text, { name, before: format(seenUnitPrice), now: format(unitPrice) }) }];
  });
  if (messages.length === 0) return null;
  return (
    <Notice kind="info">
      {messages.map(({ key, message }) => (
        <p key={key}>{message}</p>
      ))}
    </Notice>
  );
}
