import { z } from 'zod';
import { getProductViews, openTermParameter, productPath, variationParameter } from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { readPreselected } from '#features/product-form/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderHtml } from '#platform/fragments/fragments.tsx';
import { type AjaxAction, defineAjaxAction } from '#platform/http/ajax.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { listingErrors } from '../errors.ts';
import { listingTexts as texts } from '../texts.ts';
import { renderQuickView } from './quick-view.tsx';

export const getQuickViewActionName = ({ themePrefix }: WireNames) => `${themePrefix}_quickview`;

const quickViewInput = z.object({
  product: z.coerce.number().int().min(1).max(2_147_483_647),
  // Parameters as in the query of the product's page.
  [variationParameter]: z.string().optional(),
  [openTermParameter]: z.union([z.string(), z.array(z.string()).transform((terms) => terms.join(','))]).optional(),
});

interface BuyOptions {
  /** URL that the form posts to. */
  readonly path: string;
  getMaxQuantity(shop: Shop): number;
}

/**
 * Returns the quick view of a product as HTML, the same for all visitors. 404 `NOT_FOUND` for products that no
 * listing may show.
 */
export function createQuickViewAction(options: BuyOptions): AjaxAction {
  return defineAjaxAction({
    name: getQuickViewActionName,
    description: 'Renders the quick view of a product.',
    endpoint: 'ajaxEndpoint',
    method: 'POST',
    schema: quickViewInput,
    response: 'html',
    errors: listingErrors.codes,
    run: async ({ shop, reply }, { product: id, ...query }) => {
      const display = await loadPriceDisplay(shop, shop.db);
      const [product] = await getProductViews(shop.db, [id], shop.clock.now(), display);
      if (!product?.isPublic) {
        return sendFailure(reply, 404, 'NOT_FOUND', shop.t(texts.quickViewGone));
      }
      const context = shop.renderContext(productPath(product.slug));
      const view = { ...product, upsells: [] };
      const input = {
        product: view,
        preselected: readPreselected(query),
        buyPath: options.path,
        maxQuantity: options.getMaxQuantity(shop),
      };
      return renderHtml(`quick-view-${id}`, await renderQuickView(shop, context, input));
    },
  });
}
