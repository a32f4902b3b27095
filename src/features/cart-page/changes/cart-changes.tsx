import { type Cart, type PricedLine, saveSeenLines } from '#features/cart/index.ts';
import { loadPriceDisplay, type PriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Notice } from '#ui/notice.tsx';
import { cartPageTexts as texts } from '../texts.ts';
import { findLineChanges, getSeenLine, isSeenLine, type LineChange } from './line-changes.ts';

/**
 * Shows how prices, stock and availability have changed since the shopper last saw the lines, and records the values
 * shown now. Runs no query when nothing is new.
 * @returns null when nothing has changed
 */
export async function renderCartChanges(shop: Shop, context: RenderContext, { currency, lines }: Cart) {
  const unseen = lines.filter((line) => !isSeenLine(line));
  if (unseen.length === 0) return null;
  const recorded = await saveSeenLines(shop.db, unseen.map(getSeenLine));
  const changes = unseen.flatMap((line) =>
    recorded.has(line.key) ? findLineChanges(line).map((change) => ({ line, change })) : [],
  );
  if (changes.length === 0) return null;
  const display = await loadPriceDisplay(shop, shop.db);
  return (
    <Notice kind="info">
      {changes.map(({ line, change }) => (
        <p key={`${line.key} ${change.kind}`}>{formatChange({ context, currency, display }, line, change)}</p>
      ))}
    </Notice>
  );
}

interface ChangeFormat {
  readonly context: RenderContext;
  readonly currency: string;
  readonly display: PriceDisplay;
}

function formatChange(
  { context: { t, price }, currency, display }: ChangeFormat,
  { name, quantity, variation }: PricedLine,
  change: LineChange,
): string {
  switch (change.kind) {
    case 'priceRose':
    case 'priceFell': {
      const taxClass = variation?.taxStatus === 'taxable' ? variation.taxClass : null;
      const format = (amount: number) => price({ amount: display.toShown(amount, taxClass), currency });
      return t(texts[change.kind], { name, before: format(change.before), now: format(change.now) });
    }
    case 'stockFell':
      return t(texts.stockFell, { name, left: change.left, before: change.before });
    case 'stockTooLow':
      return t(texts.stockTooLow, { name, left: change.left, quantity });
    case 'noLongerSold':
      return name === '' ? t(texts.itemNoLongerSold) : t(texts.noLongerSold, { name });
    default:
      return t(texts[change.kind], { name });
  }
}
