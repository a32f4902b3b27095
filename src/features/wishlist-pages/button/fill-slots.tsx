import { type ProductCard, type ProductView, productPath } from '#features/catalog/index.ts';
import type { CardAction } from '#features/listing/index.ts';
import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getPrefix } from '../names.ts';
import { wishlistPageSettings, wishlistScriptSettings } from '../settings.ts';
import { AddButton } from './add-button.tsx';
import type { ButtonOptions } from './button-options.ts';

interface ProductInput {
  readonly product: Pick<ProductView, 'id' | 'type' | 'name'>;
}

/** Fills `product.summary` with the button below "add to cart", also in the quick view. */
export function renderWishlistButton(shop: Shop, context: RenderContext, { product }: ProductInput) {
  if (getPosition(shop) === 'none' || (isInGallery(shop) && isProductPage(context))) return null;
  return <CachedButton shop={shop} context={context} options={toOptions(product, 'form')} />;
}

/** Fills `gallery.corner` when the setting `buttonPosition` is `thumbnails`. */
export function renderGalleryWishlistButton(
  shop: Shop,
  context: RenderContext,
  { product, formId }: ProductInput & { readonly formId: string | null },
) {
  if (!isInGallery(shop)) return null;
  const options = toOptions(product, 'gallery');
  return <CachedButton shop={shop} context={context} options={options} formId={formId ?? undefined} />;
}

/** Fills `product.card.actions`. Runs no query, and the output is the same for everyone. */
export function renderCardWishlistButtons(
  shop: Shop,
  context: RenderContext,
  { products, wishlistId }: { readonly products: readonly ProductCard[]; readonly wishlistId?: number | undefined },
): Map<number, CardAction> {
  if (!shop.settings(wishlistPageSettings).showInListings) return new Map();
  const look = [getButtonLook(shop), wishlistId ?? null];
  return new Map(
    products.map((product) => {
      const options = { ...toOptions(product, 'card'), wishlist_id: wishlistId };
      const element = <CachedButton key="wishlist" shop={shop} context={context} options={options} />;
      return [product.id, { element, inputs: [look] }];
    }),
  );
}

const getPosition = (shop: Shop) => shop.settings(wishlistSettings).buttonPosition;
const isInGallery = (shop: Shop): boolean => getPosition(shop) === 'thumbnails';
/** The quick view shows the product form, too, but has no gallery. */
const isProductPage = ({ path }: RenderContext): boolean => path.startsWith(productPath(''));

export function getButtonLook(shop: Pick<Shop, 'settings' | 'wire'>) {
  const { multipleLists, modal, hideAddButton } = shop.settings(wishlistSettings);
  return { prefix: getPrefix(shop), isModal: multipleLists && modal, canAddAgain: multipleLists && !hideAddButton };
}

const toOptions = ({ id, type, name }: ProductInput['product'], place: ButtonOptions['place']): ButtonOptions => ({
  ...{ product_id: id, product_type: type, name, place },
  ...(type === 'variable' && place !== 'card' && { parent_product_id: id }),
});

interface CachedButtonProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly options: ButtonOptions;
  readonly formId?: string | undefined;
}

function CachedButton({ shop, context, options, formId }: CachedButtonProps) {
  const { enabled: isToggled } = shop.settings(wishlistScriptSettings);
  return <AddButton {...{ context, options, formId, isToggled }} row={null} otherLists={[]} {...getButtonLook(shop)} />;
}
