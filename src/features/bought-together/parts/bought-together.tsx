import type { ReactNode } from 'react';
import { addToCartPath, availableOnlyField } from '#features/cart/index.ts';
import { cardCacheTag, findEarliestDate, type ProductCard } from '#features/catalog/index.ts';
import { renderProductGrid } from '#features/listing/index.ts';
import { getPriceDisplay, getPriceSuffix } from '#features/pricing/index.ts';
import { getSetQuantityFieldName } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getListFormat } from '#platform/texts/formats.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { companionsCacheTag } from '../cache-tags.ts';
import { type Companions, findCompanions } from '../find-companions.ts';
import { boughtTogetherTexts as texts } from '../texts.ts';

interface AddAllProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly products: readonly ProductCard[];
  readonly own: ProductCard | null;
}

/**
 * A form that adds the ticked products, each in its minimum quantity. Products that require a choice are left out.
 * Shows the total and the omitted products. Shows nothing for fewer than two products.
 */
function AddAll({ shop, context, products, own }: AddAllProps) {
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

interface BoughtTogether {
  /** Null when nothing was bought together with the product. */
  readonly section: ReactNode;
  /** Cache tags, and the time when the cached page expires. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

/** Renders the slider of a product's page, with a form that adds the product and its companions. */
export async function renderBoughtTogether(
  shop: Shop,
  context: RenderContext,
  companions: Companions,
): Promise<BoughtTogether> {
  const { own, candidates } = companions;
  return {
    section: await renderSlider(shop, context, companions),
    tags: [...(own ? [companionsCacheTag(own.id)] : []), ...candidates.map(({ id }) => cardCacheTag(id))],
    until: findEarliestDate(candidates.map(({ nextChangeAt }) => nextChangeAt)),
  };
}

/**
 * Renders the slider of a private page, such as a cart or a wishlist. Runs one query.
 * @param wishlistId see `cardActions`
 * @returns null when nothing was bought together with its products
 */
export async function renderCompanionsOfProducts(
  shop: Shop,
  context: RenderContext,
  { productIds, wishlistId }: { readonly productIds: readonly number[]; readonly wishlistId?: number | undefined },
): Promise<ReactNode> {
  const display = await getPriceDisplay(shop, context);
  const companions = await findCompanions(shop.db, productIds, { now: context.now, display });
  return renderSlider(shop, context, companions, wishlistId);
}

async function renderSlider(
  shop: Shop,
  context: RenderContext,
  { own, shown }: Companions,
  wishlistId?: number,
): Promise<ReactNode> {
  if (shown.length === 0) return null;
  const title = context.t(texts.title);
  const grid = await renderProductGrid(shop, context, {
    cards: shown,
    heading: 'h3',
    columns: 4,
    isSlider: true,
    wishlistId,
  });
  const products: readonly ProductCard[] = own ? [own, ...shown] : shown;
  return (
    <Behaviour of="ui/slider" when="visible">
      <section className="section wrap together">
        <div className="section__head">
          <h2>{title}</h2>
          <div className="together__steps" data-steps="" hidden>
            <StepButton step={-1} label={context.t(texts.previous)} />
            <StepButton step={1} label={context.t(texts.next)} />
          </div>
        </div>
        {grid}
        <AddAll shop={shop} context={context} products={products} own={own} />
      </section>
    </Behaviour>
  );
}

function StepButton({ step, label }: { readonly step: 1 | -1; readonly label: string }) {
  return (
    <button className="together__step icon-button" type="button" data-step={step}>
      <Icon name="chevron-down" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}
