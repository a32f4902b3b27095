import {
  type AttributeView,
  catalogTexts,
  isBookable,
  lowerToStep,
  type OpenTerms,
  openTermParameter,
  type ProductViewWithoutLinks,
  parseOpenTerms,
  type QuantityRule,
  type VariationView,
  variationParameter,
} from '#features/catalog/index.ts';
import type { StockDisplay } from '#features/inventory/index.ts';
import {
  type AddonDefinition,
  type AddonFileRule,
  addonFieldName,
  formatPriorPrice,
  getPriceSuffix,
  pricingTexts,
} from '#features/pricing/index.ts';
import { removeUploadCallPath, uploadCallPath } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { getAttributeFieldName } from '../contract.ts';
import type { BuyAddon, BuyChoice, BuyFormProps, BuyOffer, FileProps } from '../islands/buy-form.shared.ts';
import { listOffers } from '../offers.ts';
import { getPriceActionName } from '../price-action.ts';
import { productFormSettings } from '../settings.ts';
import { productFormTexts as texts } from '../texts.ts';
import { matchesTerms } from '../variation-selection.shared.ts';
import { formatFileRule, getFileInputProps } from './file-input.ts';

/** Variation or terms in the URL of a link. They are unchecked: the product may not have them. */
export interface PreselectedVariation {
  /** Null when the link has only the terms of an incomplete choice. */
  readonly variationId: number | null;
  readonly openTerms: OpenTerms;
}

/** @param query parameters of the link; several values of a parameter are joined by commas */
export function readPreselected(query: Readonly<Record<string, string | undefined>>): PreselectedVariation | null {
  const [variation, terms = ''] = [query[variationParameter], query[openTermParameter]];
  const variationId = variation === undefined ? null : Number(variation);
  return variationId === null || Number.isSafeInteger(variationId)
    ? { variationId, openTerms: parseOpenTerms(terms) }
    : null;
}

/** The first offer that matches the terms of a link without a variation. */
export function findFirstMatchingOffer(
  product: ProductViewWithoutLinks,
  preselected: PreselectedVariation | null,
): VariationView | undefined {
  if (preselected?.variationId !== null) return undefined;
  const offers = listOffers(product);
  const named = toChosenTerms(listChoiceAttributes(product), offers, preselected);
  return Object.keys(named).length > 0 ? offers.find(({ terms }) => matchesTerms(terms, named)) : undefined;
}

interface BuyFormInput {
  readonly product: ProductViewWithoutLinks;
  readonly maxQuantity: number;
  readonly preselected: PreselectedVariation | null;
  readonly formatArrival?: (variation: VariationView) => string | null;
  readonly isProductPage: boolean;
}

/** Builds all props except those of the buttons. */
export function buildBuyFormProps(
  shop: Shop,
  context: RenderContext,
  { product, maxQuantity, preselected, formatArrival, isProductPage }: BuyFormInput,
  id: string,
): Omit<BuyFormProps, 'buttons' | 'sticky'> {
  const choices = listChoiceAttributes(product);
  const offers = listOffers(product);
  return {
    id,
    productId: product.id,
    name: product.name,
    choices: choices.map((choice) => toChoice(context, choice, getAttributeFieldName(choice.slug))),
    offers: offers.flatMap((variation) => toOffer(context, product, variation, formatArrival)),
    chosen: findInitialTerms(choices, offers, preselected),
    addons: product.addons.map((addon) =>
      toAddon(shop, context, addon, product.priceRange?.currency ?? context.currency),
    ),
    isSoldIndividually: product.soldIndividually,
    keepsChoiceInUrl: isProductPage,
    quantity: toQuantityLimits(product.quantityRule, maxQuantity),
    priceUrl: `${shop.wire.ajaxEndpoint}?action=${getPriceActionName(shop.wire)}`,
    alerts: shop.settings(productFormSettings).alerts,
    labels: buildLabels(shop, context),
  };
}

/** Lists the attributes in which the product's variations differ. */
export function listChoiceAttributes({ type, attributes }: ProductViewWithoutLinks): readonly AttributeView[] {
  return type === 'variable' ? attributes.filter(({ forVariations }) => forVariations) : [];
}

/** @param field name of the attribute's form field */
export function toChoice(
  { t, locale }: RenderContext,
  { slug, name, kind, terms }: AttributeView,
  field: string,
): BuyChoice {
  const selectText = t(texts.selectAttribute, { attribute: lowercaseFirst(name, locale) });
  return { slug, name, kind, terms, field, selectText };
}

export function buildLabels(shop: Shop, { t }: RenderContext): BuyFormProps['labels'] {
  return {
    priceNote: getPriceSuffix(shop),
    total: t(texts.totalOf, { count: 1 }),
    reset: t(texts.clear),
    makeASelection: t(texts.makeASelection),
    unavailable: t(texts.unavailable),
    notAvailable: t(texts.unavailableTerm),
    soldOutTerm: t(texts.soldOutTerm),
    selectOption: t(texts.selectOption),
    priceBefore: t(pricingTexts.originalPrice),
    priceNow: t(pricingTexts.currentPrice),
    quantity: t(texts.quantity),
    less: t(texts.decreaseQuantity),
    more: t(texts.increaseQuantity),
    ok: t(texts.ok),
  };
}

/**
 * Lowercases a name inside a sentence: "glaze" for "Glaze". German nouns and acronyms ("USB port")
 * keep their capitals.
 */
function lowercaseFirst(name: string, locale: string): string {
  const keepsCapital = locale.startsWith('de') || /^.\p{Lu}/u.test(name);
  return keepsCapital ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);
}

function findInitialTerms(
  choices: readonly AttributeView[],
  offers: readonly VariationView[],
  preselected: PreselectedVariation | null,
): Record<string, string> {
  const named = preselected ? toChosenTerms(choices, offers, preselected) : {};
  // A link of an incomplete choice gets no defaults: the shopper cleared the attributes that it leaves out.
  if (preselected?.variationId === null && Object.keys(named).length > 0) return named;
  const defaults = choices.flatMap(({ slug, defaultTerm }) => (defaultTerm ? [[slug, defaultTerm]] : []));
  return { ...Object.fromEntries(defaults), ...named };
}

function toChosenTerms(
  choices: readonly AttributeView[],
  offers: readonly VariationView[],
  { variationId, openTerms }: PreselectedVariation,
): Record<string, string> {
  const offer = offers.find(({ id }) => id === variationId);
  if (!offer && variationId !== null) return {};
  const isOffered = (slug: string, term: string) =>
    offers.some((each) => [null, term].includes(each.terms[slug] ?? null));
  return Object.fromEntries(
    choices.flatMap(({ slug, terms }) => {
      const term =
        offer?.terms[slug] ?? terms.find((each) => each.slug === openTerms[slug] && isOffered(slug, each.slug))?.slug;
      return term === undefined ? [] : [[slug, term]];
    }),
  );
}

/** @param shopMaximum max quantity that the shop sets for all products */
function toQuantityLimits(rule: QuantityRule, shopMaximum: number): BuyFormProps['quantity'] {
  const { minQuantity: min, quantityStep: step } = rule;
  return { min, max: Math.max(lowerToStep(rule, shopMaximum), min), step };
}

/** @returns an empty list for a variation that is not for sale */
export function toOffer(
  context: RenderContext,
  { images }: ProductViewWithoutLinks,
  variation: VariationView,
  formatArrival: (variation: VariationView) => string | null = () => null,
): BuyOffer[] {
  const { id, terms, price, stock, imageIndex, description, eventDate } = variation;
  if (price === null) return [];
  const { current, regular, sale, prior, currency } = price;
  return [
    {
      id,
      terms,
      price: context.price({ amount: current, currency }),
      amount: current,
      originalPrice: sale === null ? null : context.price({ amount: regular, currency }),
      priorPrice: prior === null ? null : formatPriorPrice(context, { amount: prior, currency }),
      stock: isBookable(eventDate, context.now) ? toStockLine(context, stock) : toClosedLine(context),
      arrival: formatArrival(variation),
      max: stock.max,
      imageId: images[imageIndex ?? -1]?.id ?? null,
      description: removePlaceholders(description),
    },
  ];
}

const toClosedLine = ({ t }: RenderContext): BuyOffer['stock'] => ({
  kind: 'out',
  text: t(catalogTexts.bookingClosed),
});

function toStockLine({ t }: RenderContext, { state, left }: StockDisplay): BuyOffer['stock'] {
  if (state === 'out') return { kind: 'out', text: t(texts.soldOut) };
  if (state === 'backorder') return { kind: 'backorder', text: t(texts.onBackorder) };
  return left === null
    ? { kind: 'in', text: t(texts.inStock) }
    : { kind: 'low', text: t(texts.fewLeft, { count: left }) };
}

function toAddon(shop: Shop, context: RenderContext, addon: AddonDefinition, currency: string): BuyAddon {
  const { t } = context;
  const withPrice = (label: string, amount: number) =>
    amount === 0 ? label : t(texts.labelWithPrice, { label, price: context.price({ amount, currency }) });
  return {
    field: addonFieldName(addon),
    kind: addon.kind,
    label: withPrice(addon.label, addon.price),
    help: [addon.help, addon.fileRule ? formatFileRule(shop, addon.fileRule) : ''].filter(Boolean).join(' '),
    required: addon.required,
    maxLength: addon.maxLength,
    hasPrice: addon.price !== 0,
    options: addon.options.map(({ value, label, price }) => ({
      value,
      label: withPrice(label, price),
      hasPrice: price !== 0,
    })),
    file: addon.fileRule ? toFileProps(shop, addon.fileRule) : null,
  };
}

function toFileProps({ t, wire }: Shop, rule: AddonFileRule): FileProps {
  const { types, maxBytes, maxFiles } = rule;
  return {
    ...getFileInputProps(rule),
    ...{ types: types.join(','), maxBytes, maxFiles },
    uploadUrl: uploadCallPath(wire.rest),
    removeUrl: removeUploadCallPath(wire.rest),
    labels: {
      tooLarge: t(texts.fileTooLarge, { max: maxBytes / 1e6 }),
      tooMany: t(texts.tooManyFiles, { max: maxFiles }),
      wait: t(texts.fileWait),
      unresolved: t(texts.fileUnresolved),
      uploading: t(texts.fileUploading),
      uploaded: t(texts.fileUploaded),
      choose: t(texts.fileChoose, { count: maxFiles }),
      drop: t(texts.fileDrop, { count: maxFiles }),
      retry: t(texts.fileRetry),
      cancel: t(texts.fileCancel),
      remove: t(texts.fileRemove),
      removed: t(texts.fileRemoved),
    },
  };
}
