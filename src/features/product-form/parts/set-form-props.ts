import {
  type AttributeView,
  getProductViews,
  getStepFromZero,
  lowerToStep,
  type ProductViewWithoutLinks,
  productPath,
  type VariationView,
} from '#features/catalog/index.ts';
import { formatPriceRange, getPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getSetAttributeFieldName, getSetQuantityFieldName } from '../contract.ts';
import type { SetFormProps, SetMember } from '../islands/buy-form.shared.ts';
import { isOut, listOffers } from '../offers.ts';
import { type MemberChoice, parseSetChoice } from '../set-choice.shared.ts';
import { priceSet, type SetItem } from '../set-price.ts';
import { getSetPriceActionName } from '../set-price-action.ts';
import { productFormTexts as texts } from '../texts.ts';
import { type ChosenTerms, findVariation, listAvailableTerms } from '../variation-selection.shared.ts';
import { getSmallUrl, mapVariationPictures } from './button-props.ts';
import { buildLabels, listChoiceAttributes, toChoice, toOffer } from './buy-form-props.ts';

interface SetInput {
  readonly product: ProductViewWithoutLinks;
  readonly maxQuantity: number;
  readonly isProductPage: boolean;
  readonly set?: SetInUrl | undefined;
}

export interface SetInUrl {
  /** Values of `setChoiceParameter`, joined by commas. */
  readonly choice: string;
  readonly isIncomplete: boolean;
}

/** Builds all props except those of the buttons, with one query. */
export async function buildSetFormProps(
  shop: Shop,
  context: RenderContext,
  { product, maxQuantity, isProductPage, set }: SetInput,
  id: string,
): Promise<Omit<SetFormProps, 'buttons' | 'sticky'>> {
  const { t, now } = context;
  const display = await getPriceDisplay(shop, context);
  const ids = product.grouped.map((member) => member.id);
  const views = new Map((await getProductViews(shop.db, ids, now, display)).map((view) => [view.id, view]));
  const products = ids.flatMap((memberId) => views.get(memberId) ?? []);
  const choices = parseSetChoice(set?.choice ?? '');
  const members = products.map((member) => toMember(shop, context, member, maxQuantity, choices.get(member.id)));
  const chosen = listItems(products, members, ({ initial }) => initial);
  // When no member has a quantity, the price is that of the default quantities.
  const items = chosen.length > 0 ? chosen : listItems(products, members, (quantity) => quantity.default);
  return {
    ...{ id, members, keepsChoiceInUrl: isProductPage, isIncomplete: set?.isIncomplete ?? false },
    price: priceSet(shop, context, items, display),
    priceUrl: `${shop.wire.ajaxEndpoint}?action=${getSetPriceActionName(shop.wire)}`,
    labels: {
      ...buildLabels(shop, context),
      leaveOut: t(texts.leaveOut),
      chooseItem: t(texts.chooseItem),
      selectItemOption: t(texts.selectItemOption, { select: '{select}', item: '{item}' }),
    },
  };
}

function listItems(
  products: readonly ProductViewWithoutLinks[],
  members: readonly SetMember[],
  getQuantity: (quantity: SetMember['quantity']) => number,
): SetItem[] {
  return members.flatMap(({ obstacle, chosen, quantity: quantities }, index) => {
    const product = products[index];
    const quantity = getQuantity(quantities);
    return product && obstacle === null && quantity > 0 ? [{ product, chosen, quantity }] : [];
  });
}

/** @param asked choice in the page's URL */
function toMember(
  shop: Shop,
  context: RenderContext,
  product: ProductViewWithoutLinks,
  maxQuantity: number,
  asked: MemberChoice = {},
): SetMember {
  const { t } = context;
  const { id, name, slug, images, quantityRule, priceRange } = product;
  const offers = listOffers(product);
  const available = offers.find((offer) => !isOut(offer));
  const [first] = images;
  const initial = images[available?.imageIndex ?? 0];
  const choices = listChoiceAttributes(product);
  const chosen = findOfferedTerms(choices, offers, asked.chosen ?? {});
  const max = product.soldIndividually ? 1 : lowerToStep(quantityRule, maxQuantity);
  const { variation } = choices.length > 0 ? findVariation(offers, chosen) : { variation: offers[0] };
  // A sold-out choice keeps its quantity: the form reports the problem.
  const left = variation && !isOut(variation) ? (variation.stock.max ?? max) : max;
  return {
    ...{ productId: id, name, href: productPath(slug) },
    price: priceRange === null ? '' : formatPriceRange(context, priceRange),
    picture: first ? getSmallUrl(shop, first) : null,
    initialPicture: initial ? getSmallUrl(shop, initial) : null,
    pictures: mapVariationPictures(shop, product),
    obstacle: findObstacle(context, product, available !== undefined),
    choices: choices.map((choice) => toChoice(context, choice, getSetAttributeFieldName(id, choice.slug))),
    chosen,
    offers: offers.flatMap((offer) => toOffer(context, product, offer)),
    quantity: {
      field: getSetQuantityFieldName(id),
      label: t(texts.quantityOf, { name }),
      initial:
        asked.quantity === undefined
          ? quantityRule.minQuantity
          : lowerToStep(quantityRule, Math.min(asked.quantity, left, max)),
      default: quantityRule.minQuantity,
      max,
      step: getStepFromZero(quantityRule),
    },
  };
}

/** @returns the chosen terms that at least one variation has */
function findOfferedTerms(
  choices: readonly AttributeView[],
  offers: readonly VariationView[],
  asked: ChosenTerms,
): Record<string, string> {
  const offered = listAvailableTerms(choices, offers, {});
  return Object.fromEntries(
    choices.flatMap(({ slug }) => {
      const term = asked[slug];
      return term && offered[slug]?.includes(term) ? [[slug, term]] : [];
    }),
  );
}

/** Members that need more than a choice and a quantity, such as required add-ons, are bought on their own page. */
function findObstacle(
  { t }: RenderContext,
  { type, addons }: ProductViewWithoutLinks,
  isAvailable: boolean,
): SetMember['obstacle'] {
  if (type === 'external' || type === 'grouped') return { text: t(texts.selectOptions), isLink: true };
  if (!isAvailable) return { text: t(texts.soldOut), isLink: false };
  return addons.some(({ required }) => required) ? { text: t(texts.selectOptions), isLink: true } : null;
}
