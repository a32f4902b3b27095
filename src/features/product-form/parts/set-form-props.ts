import {
  getProductViews,
  getStepFromZero,
  lowerToStep,
  type ProductViewWithoutLinks,
  productPath,
} from '#features/catalog/index.ts';
import { formatPriceRange, getPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getSetAttributeFieldName, getSetQuantityFieldName } from '../contract.ts';
import type { SetFormProps, SetMember } from '../islands/buy-form.shared.ts';
import { isOut, listOffers } from '../offers.ts';
import { priceSet, type SetItem } from '../set-price.ts';
import { getSetPriceActionName } from '../set-price-action.ts';
import { productFormTexts as texts } from '../texts.ts';
import { getSmallUrl, mapVariationPictures } from './button-props.ts';
import { buildLabels, listChoiceAttributes, toChoice, toOffer } from './buy-form-props.ts';

interface SetInput {
  readonly product: ProductViewWithoutLinks;
  /** Max quantity of each member. */
  readonly maxQuantity: number;
}

/** All props except those of the buttons. One query. */
export async function buildSetFormProps(
  shop: Shop,
  context: RenderContext,
  { product, maxQuantity }: SetInput,
  id: string,
): Promise<Omit<SetFormProps, 'buttons' | 'sticky'>> {
  const { t, now } = context;
  const display = await getPriceDisplay(shop, context);
  const ids = product.grouped.map((member) => member.id);
  const views = new Map((await getProductViews(shop.db, ids, now, display)).map((view) => [view.id, view]));
  const products = ids.flatMap((memberId) => views.get(memberId) ?? []);
  const members = products.map((member) => toMember(shop, context, member, maxQuantity));
  const items = members.flatMap(({ obstacle, quantity }, index): SetItem[] => {
    const member = products[index];
    return member && obstacle === null && quantity.initial > 0
      ? [{ product: member, chosen: {}, quantity: quantity.initial }]
      : [];
  });
  return {
    ...{ id, members },
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

function toMember(
  shop: Shop,
  context: RenderContext,
  product: ProductViewWithoutLinks,
  maxQuantity: number,
): SetMember {
  const { t } = context;
  const { id, name, slug, images, quantityRule, priceRange } = product;
  const offers = listOffers(product);
  const available = offers.find((offer) => !isOut(offer));
  const [first] = images;
  const initial = images[available?.imageIndex ?? 0];
  return {
    ...{ productId: id, name, href: productPath(slug) },
    price: priceRange === null ? '' : formatPriceRange(context, priceRange),
    picture: first ? getSmallUrl(shop, first) : null,
    initialPicture: initial ? getSmallUrl(shop, initial) : null,
    pictures: mapVariationPictures(shop, product),
    obstacle: findObstacle(context, product, available !== undefined),
    choices: listChoiceAttributes(product).map((choice) =>
      toChoice(context, choice, getSetAttributeFieldName(id, choice.slug)),
    ),
    offers: offers.flatMap((offer) => toOffer(context, product, offer)),
    quantity: {
      field: getSetQuantityFieldName(id),
      label: t(texts.quantityOf, { name }),
      initial: quantityRule.minQuantity,
      max: product.soldIndividually ? 1 : lowerToStep(quantityRule, maxQuantity),
      step: getStepFromZero(quantityRule),
    },
  };
}

/** Members that need more than a choice and a quantity are bought on their own page. */
function findObstacle(
  { t }: RenderContext,
  { type, addons }: ProductViewWithoutLinks,
  isAvailable: boolean,
): SetMember['obstacle'] {
  if (type === 'external' || type === 'grouped') return { text: t(texts.selectOptions), isLink: true };
  if (!isAvailable) return { text: t(texts.soldOut), isLink: false };
  return addons.some(({ required }) => required) ? { text: t(texts.selectOptions), isLink: true } : null;
}
