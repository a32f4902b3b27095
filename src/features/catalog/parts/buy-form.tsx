import type { ReactNode } from 'react';
import { Island } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/context.ts';
import { ButtonLink } from '#ui/button.tsx';
import {
  type AddonDefinition,
  addonFieldName,
  attributeFieldName,
  type StockDisplay,
  type VariationView,
} from '../contract.ts';
import type { BuyAddon, BuyFormProps, BuyOffer } from '../islands/buy-form.shared.ts';
import { BuyForm } from '../islands/buy-form.tsx';
import type { ProductView } from '../product-view.ts';
import { catalogTexts as texts } from '../texts.ts';
import { GroupedForm } from './grouped-form.tsx';

interface BuyInput {
  readonly product: ProductView;
  /** Where the form posts to. */
  readonly action: string;
  /** Id of a variation that a link named. */
  readonly preselected: number | null;
  /** What others put under the button. */
  readonly extra: ReactNode;
}

/** The way to buy a product of any type. */
export function buyForm(context: RenderContext, { product, action, preselected, extra }: BuyInput): ReactNode {
  const { t } = context;
  if (product.type === 'external') {
    return product.externalUrl === null ? null : (
      <p className="buy__row">
        <ButtonLink className="buy__button" href={product.externalUrl} rel="noopener nofollow">
          {product.buttonText || t(texts.buyElsewhere)}
        </ButtonLink>
      </p>
    );
  }
  const isGroup = product.type === 'grouped';
  if (!isGroup && offersOf(product).length === 0) return <p className="stock stock--out">{t(texts.notForSale)}</p>;
  return (
    <form className="buy__form" method="post" action={action}>
      <input type="hidden" name="product_id" value={product.id} />
      {isGroup ? (
        <GroupedForm context={context} members={product.grouped} />
      ) : (
        <Island of={BuyForm} props={propsOf(context, product, preselected)} when="visible" />
      )}
      {extra && <div className="buy__extra">{extra}</div>}
    </form>
  );
}

function offersOf({ type, master, variations }: ProductView): readonly VariationView[] {
  return (type === 'variable' ? variations : [master]).filter(({ price }) => price !== null);
}

function propsOf(context: RenderContext, product: ProductView, preselected: number | null): BuyFormProps {
  const { t } = context;
  const choices = product.type === 'variable' ? product.attributes.filter(({ forVariations }) => forVariations) : [];
  const offers = offersOf(product);
  return {
    id: `buy-${product.id}`,
    choices: choices.map(({ slug, name, kind, terms }) => ({
      slug,
      name,
      kind,
      terms,
      field: attributeFieldName(slug),
    })),
    offers: offers.flatMap((variation) => toOffer(context, variation)),
    chosen: {
      ...Object.fromEntries(choices.flatMap(({ slug, defaultTerm }) => (defaultTerm ? [[slug, defaultTerm]] : []))),
      ...termsOf(offers.find(({ id }) => id === preselected)),
    },
    addons: product.addons.map((addon) => toAddon(context, addon, product.priceRange?.currency ?? context.currency)),
    single: product.soldIndividually,
    labels: {
      addToCart: t(texts.addToCart),
      soldOut: t(texts.soldOut),
      reset: t(texts.clearChoice),
      unavailable: t(texts.unavailable),
      notAvailable: t(texts.notAvailable),
      pleaseChoose: t(texts.pleaseChoose),
      priceBefore: t(texts.priceBefore),
      priceNow: t(texts.priceNow),
      quantity: t(texts.quantity),
      less: t(texts.less),
      more: t(texts.more),
    },
  };
}

function termsOf(variation: VariationView | undefined): Record<string, string> {
  const terms = Object.entries(variation?.terms ?? {});
  return Object.fromEntries(terms.flatMap(([attribute, term]) => (term === null ? [] : [[attribute, term]])));
}

function toOffer(context: RenderContext, { id, terms, price, stock }: VariationView): BuyOffer[] {
  if (price === null) return [];
  const { current, regular, sale, currency } = price;
  return [
    {
      id,
      terms,
      price: context.price({ amount: current, currency }),
      was: sale === null ? null : context.price({ amount: regular, currency }),
      stock: stockLine(context, stock),
      max: stock.max,
    },
  ];
}

function stockLine({ t }: RenderContext, { state, left }: StockDisplay): BuyOffer['stock'] {
  if (state === 'out') return { kind: 'out', text: t(texts.soldOut) };
  if (state === 'backorder') return { kind: 'backorder', text: t(texts.onBackorder) };
  return left === null
    ? { kind: 'in', text: t(texts.inStock) }
    : { kind: 'low', text: t(texts.fewLeft, { count: left }) };
}

function toAddon(context: RenderContext, addon: AddonDefinition, currency: string): BuyAddon {
  const { t } = context;
  const withPrice = (label: string, amount: number) =>
    amount === 0 ? label : t(texts.labelWithPrice, { label, price: context.price({ amount, currency }) });
  return {
    field: addonFieldName(addon),
    kind: addon.kind,
    label: withPrice(addon.label, addon.price),
    help: addon.help,
    required: addon.required,
    maxLength: addon.maxLength,
    options: addon.options.map(({ value, label, price }) => ({ value, label: withPrice(label, price) })),
  };
}
