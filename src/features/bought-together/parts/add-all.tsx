import { addToCartPath, availableOnlyField } from '#features/cart/index.ts';
import type { ProductCard } from '#features/catalog/index.ts';
import { getPriceSuffix } from '#features/pricing/index.ts';
import { getSetQuantityFieldName } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getListFormat } from '#platform/texts/formats.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { boughtTogetherTexts as texts } from '../texts.ts';

interface AddAllProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  /** What the slider shows, after the product of the page. */
  readonly products: readonly ProductCard[];
  /** The product of the page. */
  readonly own: ProductCard | null;
}

/**
 * Adds the ticked ones of the products that need no choice, each as often as it is bought at least. Says the total of
 * all, and what is left out. Nothing where there are less than two.
 */
export function AddAll({ shop, context, products, own }: AddAllProps) {
  const { t, price } = context;
  const added = products.filter(({ canAddDirectly }) => canAddDirectly);
  const currency = added[0]?.priceRange?.currency;
  if (added.length < 2 || currency === undefined) return null;
  const amount = added.reduce((sum, card) => sum + (card.priceRange?.min ?? 0) * card.quantityRule.minQuantity, 0);
  const others = products.filter((card) => card !== own && !card.canAddDirectly);
  return (
    <form className="together__all" method="post" action={addToCartPath}>
      <input type="hidden" name={availableOnlyField} value="yes" />
      <div className="together__what">
        <ul className="together__list">
          {added.map((card) => {
            const { id, name, priceRange, quantityRule } = card;
            const label = card === own ? t(texts.thisProduct, { name }) : name;
            const amount = (priceRange?.min ?? 0) * quantityRule.minQuantity;
            return (
              <li key={id}>
                <Checkbox
                  id={`together-${id}`}
                  name={getSetQuantityFieldName(id)}
                  value={String(quantityRule.minQuantity)}
                  defaultChecked
                  label={`${label}, ${price({ amount, currency })}`}
                />
              </li>
            );
          })}
        </ul>
        {own && !own.canAddDirectly && <p className="together__note">{t(getOwnNote(own), { name: own.name })}</p>}
        {others.length > 0 && (
          <p className="together__note">
            {t(texts.notIncluded, { count: others.length, names: formatNames(context, others) })}
          </p>
        )}
      </div>
      <p className="together__total">
        {t(texts.total, { count: added.length })} <strong>{price({ amount, currency })}</strong>{' '}
        {getPriceSuffix(shop) && <small>{getPriceSuffix(shop)}</small>}
      </p>
      <Button look="quiet">{t(texts.addChosen)}</Button>
    </form>
  );
}

const getOwnNote = ({ inStock }: ProductCard) => (inStock ? texts.ownNotIncluded : texts.soldOut);

const formatNames = ({ locale }: RenderContext, products: readonly ProductCard[]) =>
  getListFormat(locale, { type: 'conjunction' }).format(products.map(({ name }) => name));
