import {
  brandPicker,
  categoryPicker,
  contentUnits,
  productPicker,
  shippingClassPicker,
  tagPicker,
} from '#features/catalog/index.ts';
import { richText } from '#platform/admin/rich-text/rich-text.tsx';
import type { Shop } from '#platform/features/shop.ts';
import {
  choice,
  flag,
  group,
  line,
  list,
  moment,
  money,
  number,
  record,
  records,
  text,
} from '#platform/forms/kinds.ts';
import type { Text } from '#platform/texts/texts.ts';
import { statusTexts, typeTexts, visibilityTexts } from '../list/product-states.tsx';
import { productEditorTexts as shared } from '../texts.ts';
import { createAddonFields } from './addon-fields.ts';
import { pageTexts as texts } from './page-texts.ts';
import { photographs } from './photographs.tsx';
import type { ProductSubject } from './product-subject.ts';

const backorderTexts = { no: texts.backordersNo, notify: texts.backordersNotify, yes: texts.backordersYes } as const;
const stockTexts = { in: shared.inStock, out: shared.outOfStock, backorder: texts.onBackorder } as const;
const taxTexts = { taxable: texts.taxable, shipping: texts.taxShipping, none: texts.untaxed } as const;
const unitTexts = {
  ...{ kg: texts.unitKg, l: texts.unitLitre, m: texts.unitMetre },
  ...{ m2: texts.unitSquareMetre, m3: texts.unitCubicMetre, piece: texts.unitPiece },
} as const;

export function createProductFields(shop: Shop, subject: ProductSubject | null) {
  const { t, choices } = shop;
  const { locale } = choices;
  const currency = subject?.master.currency ?? choices.currency;
  const amount = { currency, locale, min: 0, width: 'half' } as const;
  const size = { locale, min: 0, max: 100_000, decimals: 2, width: 'third' } as const;
  const quantity = { locale, min: 1, max: 9999, width: 'third' } as const;
  const toOptions = <Value extends string>(words: Readonly<Record<Value, Text>>) =>
    (Object.keys(words) as Value[]).map((value) => ({ value, label: t(words[value]) }));
  const contact = (label: Text) =>
    group({
      label: t(label),
      fields: {
        name: line({ label: t(texts.contactName), max: 300, width: 'half' }),
        contact: line({ label: t(texts.contactOnline), hint: t(texts.contactOnlineHint), max: 300, width: 'half' }),
        address: text({ label: t(texts.contactAddress), max: 1000 }),
      },
    });
  const linked = (label: Text) => records({ label: t(label), picker: productPicker });
  return {
    name: line({ label: t(shared.name), required: true, max: 300 }),
    slug: line({ label: t(texts.slug), hint: t(texts.slugHint), max: 200, isCode: true }),
    type: choice({ label: t(shared.type), required: true, width: 'half', options: toOptions(typeTexts) }),
    status: choice({ label: t(shared.state), required: true, width: 'half', options: toOptions(statusTexts) }),
    visibility: choice({
      ...{ label: t(shared.visibility), required: true, width: 'half', options: toOptions(visibilityTexts) },
    }),
    publishAt: moment({ label: t(texts.publishAt), hint: t(texts.publishAtHint), width: 'half' }),
    featured: flag({ label: t(shared.featured) }),
    shortDescription: richText({ label: t(texts.shortDescription), max: 50_000 }),
    description: richText({ label: t(texts.description), max: 150_000 }),
    images: photographs(shop, { label: t(texts.photographs), hint: t(texts.photographsHint) }),
    dropRemote:
      subject && subject.remotes.length > 0
        ? flag({
            label: t(texts.dropRemote, { count: subject.remotes.length }),
            hint: subject.remotes.map(({ url }) => url).join(' '),
          })
        : null,
    categories: records({ label: t(texts.categories), hint: t(texts.categoriesHint), picker: categoryPicker }),
    brands: records({ label: t(texts.brands), picker: brandPicker }),
    tags: records({ label: t(texts.tags), picker: tagPicker }),
    regularPrice: money({ label: t(shared.price), hint: t(texts.priceHint), ...amount }),
    salePrice: money({ label: t(texts.salePrice), hint: t(texts.salePriceHint), ...amount }),
    saleFrom: moment({ label: t(shared.saleFrom), width: 'half' }),
    saleTo: moment({ label: t(shared.saleTo), width: 'half' }),
    unitAmount: number({
      ...{ label: t(texts.unitAmount), hint: t(texts.unitAmountHint), width: 'half' },
      ...{ locale, min: 0.0001, max: 90_000_000, decimals: 4 },
    }),
    unit: choice({
      ...{ label: t(texts.unit), width: 'half' },
      options: [
        { value: '', label: t(texts.noUnit) },
        ...contentUnits.map((value) => ({ value, label: t(unitTexts[value]) })),
      ],
    }),
    taxStatus: choice({ label: t(shared.taxStatus), required: true, width: 'half', options: toOptions(taxTexts) }),
    taxClass: line({ label: t(shared.taxClass), required: true, max: 200, isCode: true, width: 'half' }),
    sku: line({ label: t(shared.sku), max: 100, width: 'half' }),
    gtin: line({ label: t(texts.gtin), hint: t(texts.gtinHint), max: 50, width: 'half' }),
    managed: flag({ label: t(texts.managed) }),
    onHand: number({ label: t(shared.onHand), min: 0, max: 999_999_999, locale, width: 'third' }),
    lowStockThreshold: number({ label: t(texts.lowStockFrom), min: 0, max: 999_999_999, locale, width: 'third' }),
    backorders: choice({
      label: t(texts.backorders),
      required: true,
      width: 'third',
      options: toOptions(backorderTexts),
    }),
    stockReason: line({ label: t(shared.reason), hint: t(shared.reasonHint), max: 150 }),
    stockStatus: choice({ label: t(texts.stockStatus), required: true, width: 'half', options: toOptions(stockTexts) }),
    soldIndividually: flag({ label: t(texts.soldIndividually) }),
    minQuantity: number({ label: t(texts.minQuantity), required: true, ...quantity }),
    maxQuantity: number({ label: t(texts.maxQuantity), ...quantity }),
    quantityStep: number({ label: t(texts.quantityStep), required: true, ...quantity }),
    virtual: flag({ label: t(texts.virtual) }),
    weightGrams: number({ label: t(texts.weight), locale, min: 0, max: 90_000_000, decimals: 3, width: 'half' }),
    shippingClassId: record({ label: t(texts.shippingClass), picker: shippingClassPicker }),
    lengthMm: number({ label: t(texts.lengthMm), ...size }),
    widthMm: number({ label: t(texts.widthMm), ...size }),
    heightMm: number({ label: t(texts.heightMm), ...size }),
    // Not named `attributes`: forms have a property of that name, which a control would hide from scripts.
    options: list({
      ...{ label: t(texts.options), hint: t(texts.optionsHint), max: 50 },
      fields: {
        name: line({
          label: t(texts.optionName),
          hint: t(texts.optionNameHint),
          required: true,
          max: 100,
          width: 'third',
        }),
        terms: line({
          label: t(texts.terms),
          hint: t(texts.termsHint),
          required: true,
          max: 20_000,
          width: 'two-thirds',
        }),
        forVariations: flag({ label: t(texts.forVariations) }),
        visible: flag({ label: t(texts.shownAsFact) }),
      },
    }),
    generate: flag({ label: t(texts.generate), hint: t(texts.generateHint) }),
    addons: list({ label: t(texts.addons), max: 50, fields: createAddonFields(shop, currency) }),
    downloadable: flag({ label: t(texts.downloadable) }),
    downloads: list({
      ...{ label: t(texts.downloads), max: 100 },
      fields: {
        name: line({ label: t(shared.name), required: true, max: 300, width: 'half' }),
        location: line({
          label: t(texts.location),
          hint: t(texts.locationHint),
          required: true,
          max: 2000,
          width: 'half',
        }),
      },
    }),
    downloadLimit: number({
      label: t(texts.downloadLimit),
      hint: t(texts.noLimit),
      min: 0,
      max: 1_000_000,
      width: 'half',
    }),
    downloadExpiryDays: number({
      ...{ label: t(texts.downloadExpiry), hint: t(texts.noLimit), min: 0, max: 100_000, width: 'half' },
    }),
    eventStartsAt: moment({ label: t(texts.eventStarts), width: 'half' }),
    eventEndsAt: moment({ label: t(texts.eventEnds), width: 'half' }),
    eventTimeZone: line({ label: t(texts.eventTimeZone), hint: t(texts.eventTimeZoneHint), max: 100, width: 'half' }),
    eventPlace: line({ label: t(texts.eventPlace), max: 300, width: 'half' }),
    eventUrl: line({ label: t(texts.eventUrl), hint: t(texts.eventUrlHint), max: 2000 }),
    upsells: linked(texts.upsells),
    crossSells: linked(texts.crossSells),
    grouped: linked(texts.members),
    externalUrl: line({ label: t(texts.externalUrl), max: 2000, width: 'half' }),
    buttonText: line({ label: t(texts.buttonText), max: 200, width: 'half' }),
    seoTitle: line({ label: t(texts.seoTitle), hint: t(texts.seoTitleHint), max: 200 }),
    seoDescription: text({ label: t(texts.seoDescription), hint: t(texts.seoDescriptionHint), max: 500 }),
    manufacturer: contact(texts.manufacturer),
    responsible: contact(texts.responsible),
    purchaseNote: text({ label: t(texts.purchaseNote), hint: t(texts.purchaseNoteHint), max: 10_000 }),
    reviewsAllowed: flag({ label: t(texts.reviewsAllowed) }),
    position: number({ label: t(texts.position), hint: t(texts.positionHint), min: -1_000_000, max: 1_000_000 }),
  };
}
