import { brandPicker, categoryPicker, tagPicker } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, flag, line, moment, money, number, records, text } from '#platform/forms/kinds.ts';
import { statusTexts, typeTexts, visibilityTexts } from '../list/product-states.tsx';
import { productEditorTexts as list } from '../texts.ts';
import { pageTexts as texts } from './page-texts.ts';
import type { ProductSubject } from './product-subject.ts';

export function createProductFields({ t, choices }: Shop, subject: ProductSubject | null) {
  const { locale } = choices;
  const amount = { currency: subject?.master.currency ?? choices.currency, locale, min: 0, width: 'half' } as const;
  const size = { locale, min: 0, max: 100_000, decimals: 2, width: 'third' } as const;
  return {
    name: line({ label: t(list.name), required: true, max: 300 }),
    slug: line({ label: t(texts.slug), hint: t(texts.slugHint), max: 200, isCode: true }),
    type: choice({
      ...{ label: t(list.type), required: true, width: 'half' },
      options: toOptions(typeTexts),
    }),
    status: choice({
      ...{ label: t(list.state), required: true, width: 'half' },
      options: toOptions(statusTexts),
    }),
    visibility: choice({
      ...{ label: t(list.visibility), required: true, width: 'half' },
      options: toOptions(visibilityTexts),
    }),
    featured: flag({ label: t(list.featured) }),
    shortDescription: text({ label: t(texts.shortDescription), max: 100_000 }),
    description: text({ label: t(texts.description), max: 200_000 }),
    categories: records({ label: t(texts.categories), picker: categoryPicker }),
    brands: records({ label: t(texts.brands), picker: brandPicker }),
    tags: records({ label: t(texts.tags), picker: tagPicker }),
    sku: line({ label: t(list.sku), max: 100, width: 'half' }),
    gtin: line({ label: t(texts.gtin), hint: t(texts.gtinHint), max: 50, width: 'half' }),
    regularPrice: money({ label: t(list.price), hint: t(texts.priceHint), ...amount }),
    salePrice: money({ label: t(texts.salePrice), hint: t(texts.salePriceHint), ...amount }),
    saleFrom: moment({ label: t(texts.saleFrom), width: 'half' }),
    saleTo: moment({ label: t(texts.saleTo), width: 'half' }),
    managed: flag({ label: t(texts.managed) }),
    onHand: number({ label: t(texts.onHand), min: 0, max: 999_999_999, locale, width: 'half' }),
    lowStockThreshold: number({ label: t(texts.lowStock), min: 0, max: 999_999_999, locale, width: 'half' }),
    weightGrams: number({ label: t(texts.weight), locale, min: 0, max: 90_000_000, decimals: 3, width: 'third' }),
    lengthMm: number({ label: t(texts.lengthMm), ...size }),
    widthMm: number({ label: t(texts.widthMm), ...size }),
    heightMm: number({ label: t(texts.heightMm), ...size }),
  };

  function toOptions<Value extends string>(words: Readonly<Record<Value, Parameters<typeof t>[0]>>) {
    return (Object.keys(words) as Value[]).map((value) => ({ value, label: t(words[value]) }));
  }
}
