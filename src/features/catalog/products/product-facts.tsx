import type { RenderContext } from '#platform/pages/render-context.ts';
import { getListFormat, getNumberFormat } from '#platform/texts/formats.ts';
import type { SizeMm } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';
import type { ProductView } from './product-view.ts';

export function ProductFacts({ context, product }: { readonly context: RenderContext; readonly product: ProductView }) {
  const rows = listFacts(context, product);
  if (rows.length === 0) return null;
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div className="facts__row" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function listFacts(context: RenderContext, { master, attributes }: ProductView): [string, string][] {
  const { t, locale } = context;
  const list = getListFormat(locale, { type: 'unit', style: 'short' });
  const visible = attributes.filter((attribute) => attribute.visible && attribute.terms.length > 0);
  return [
    ...visible.map(({ name, terms }): [string, string] => [name, list.format(terms.map((term) => term.name))]),
    ...(master.weightGrams === null
      ? []
      : [[t(texts.weight), formatWeight(locale, master.weightGrams)] as [string, string]]),
    ...(master.size === null ? [] : [[t(texts.dimensions), formatSize(context, master.size)] as [string, string]]),
  ];
}

function formatWeight(locale: string, grams: number): string {
  const [value, unit] = grams < 1000 ? [grams, 'gram'] : [grams / 1000, 'kilogram'];
  return getNumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 2 }).format(value);
}

/** 'Length 12 × Width 8 × Height 9.5 cm' */
function formatSize({ t, locale }: RenderContext, size: SizeMm): string {
  const number = getNumberFormat(locale, { maximumFractionDigits: 1 });
  const sides = (['length', 'width', 'height'] as const).flatMap((axis) => {
    const side = size[axis];
    return side === null ? [] : [t(texts[axis], { size: number.format(side / 10) })];
  });
  return `${sides.join(' × ')} cm`;
}
