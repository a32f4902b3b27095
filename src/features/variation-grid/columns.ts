import type { Shop } from '#platform/features/shop.ts';
import type { Field } from '#platform/forms/field.ts';
import { choice, flag, line, moment, money, number } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { getMinorDigits } from '#platform/money/money.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { type ColumnName, columnNames, type GridColumn, type GridPicture, maxCellLength } from './contract.ts';
import { gridTexts as texts } from './texts.ts';

export interface CellValues {
  readonly sku: string;
  readonly gtin: string;
  /** Minor units. */
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly saleFrom: string | null;
  readonly saleTo: string | null;
  /** Null when the stock is not counted, or the product's stock applies. */
  readonly onHand: number | null;
  /** Empty when the quantity or the product's stock decides. */
  readonly status: 'in' | 'out' | 'backorder' | '';
  readonly backorders: 'no' | 'notify' | 'yes' | '';
  readonly weightGrams: number | null;
  readonly lengthMm: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  /** Id of a picture in the media library. Null when the images of the product are shown. */
  readonly image: number | null;
  readonly enabled: boolean;
}

type GridFields = Readonly<Record<ColumnName, Field>>;

const stockColumns: readonly ColumnName[] = ['onHand', 'status', 'backorders'];

/** Lists the columns that the actor may change. Stock columns require a permission of their own. */
export const listColumnNames = (actor: Actor): readonly ColumnName[] =>
  isPermitted(actor, 'stock.write') ? columnNames : columnNames.filter((name) => !stockColumns.includes(name));

export function createGridFields({ t, choices }: Shop): GridFields {
  const { currency, locale } = choices;
  const amount = (label: string) => money({ label, currency, locale, max: 1e12 });
  const size = (label: string) => number({ label, locale, decimals: 2, min: 0, max: 9e7 });
  return {
    sku: line({ label: t(texts.sku), max: 100 }),
    gtin: line({ label: t(texts.gtin), max: 50, isCode: true }),
    regularPrice: amount(t(texts.regularPrice)),
    salePrice: amount(t(texts.salePrice)),
    saleFrom: moment({ label: t(texts.saleFrom) }),
    saleTo: moment({ label: t(texts.saleTo) }),
    onHand: number({ label: t(texts.onHand), locale, min: 0, max: 2_147_483_647 }),
    status: choice({
      ...{ label: t(texts.status), required: true },
      options: (['in', 'out', 'backorder'] as const).map((value) => ({ value, label: t(texts[`status_${value}`]) })),
    }),
    backorders: choice({
      ...{ label: t(texts.backorders), required: true },
      options: (['no', 'notify', 'yes'] as const).map((value) => ({ value, label: t(texts[`backorders_${value}`]) })),
    }),
    weightGrams: number({ label: t(texts.weightGrams), locale, decimals: 3, min: 0, max: 9e7 }),
    lengthMm: size(t(texts.lengthMm)),
    widthMm: size(t(texts.widthMm)),
    heightMm: size(t(texts.heightMm)),
    image: number({ label: t(texts.image), min: 1, max: 2_147_483_647 }),
    enabled: flag({ label: t(texts.enabled) }),
  };
}

/**
 * Lists the columns for the page, as JSON.
 * @param pictures images of the product, offered as options without script
 */
export function listColumns(
  { choices }: Shop,
  fields: GridFields,
  names: readonly ColumnName[],
  pictures: readonly GridPicture[],
): GridColumn[] {
  const amounts: readonly ColumnName[] = ['regularPrice', 'salePrice'];
  return names.map((name): GridColumn => {
    const field = fields[name];
    const { label, options, max = maxCellLength, decimals = 0 } = field as Field & Partial<GridColumn>;
    if (name === 'image') {
      const chosen = pictures.map((each) => ({ value: String(each.id), label: each.label }));
      return { name, label, control: 'picture', options: [{ value: '', label: '–' }, ...chosen] };
    }
    if (field.kind.name === 'flag') return { name, label, control: 'flag' };
    // The empty option stands for variations whose quantity or product decides.
    if (options) return { name, label, control: 'choice', options: [{ value: '', label: '–' }, ...options] };
    if (field.kind.name === 'line') return { name, label, control: 'text', max };
    if (field.kind.name === 'moment') return { name, label, control: 'text', max: 25 };
    const places = amounts.includes(name) ? getMinorDigits(choices.currency) : decimals;
    return { name, label, control: 'number', decimals: places, max: 60 };
  });
}

/**
 * Creates a function that writes values as texts of cells. It caches texts: many rows have equal values, and
 * formatting a number is slow.
 */
export function createCellWriter(fields: GridFields) {
  const known = new Map<string, string>();
  return (name: ColumnName, value: CellValues[ColumnName]): string => {
    if (value === null || typeof value === 'string') return toText(fields[name], name, value);
    const key = `${name} ${value}`;
    const text = known.get(key) ?? toText(fields[name], name, value);
    known.set(key, text);
    return text;
  };
}

function toText(field: Field, name: string, value: unknown): string {
  const written = readSingleLine(field.kind.toForm(value, name, field), name);
  return field.kind.name === 'moment' ? written.replace('T', ' ') : written;
}

type CellRead =
  | { readonly ok: true; readonly value: CellValues[ColumnName] }
  | { readonly ok: false; readonly message: string };

/** Reads the text of a cell like a form field, and refuses ambiguous numbers (docs/decisions/0059). */
export function readCell({ t }: Shop, fields: GridFields, name: ColumnName, typed: string): CellRead {
  const field = fields[name];
  const { value, problems } = field.kind.read({ t, form: { [name]: typed } }, name, field);
  const [problem] = problems;
  return problem ? { ok: false, message: problem.message } : { ok: true, value: value as CellValues[ColumnName] };
}
