import { brandPicker, categoryPicker, type ProductRecord, tagPicker } from '#features/catalog/index.ts';
import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import { defineBulkAction, type UndoneChange } from '#platform/admin/runs/bulk-action.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, line, records } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { statusTexts, visibilityTexts } from '../list/product-states.tsx';
import { productEditorTexts as texts } from '../texts.ts';
import { changeProduct } from './change-product.ts';

const ownFields = ['categories', 'tags', 'brands', 'status', 'publishAt', 'visibility', 'taxClass'] as const;
type OwnFields = Partial<Pick<ProductRecord, (typeof ownFields)[number]>>;

const pick = (product: ProductRecord, names: readonly string[]): AuditValues =>
  Object.fromEntries(ownFields.filter((name) => names.includes(name)).map((name) => [name, product[name]]));

const isEqual = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);

function changeFields(
  shop: Shop,
  tx: Tx,
  id: number,
  actor: Actor,
  toFields: (product: ProductRecord) => OwnFields | null,
) {
  return changeProduct({ shop, tx, actor, reference: 'edited' }, id, ({ product }) => {
    const fields = toFields(product);
    if (fields === null)
      return { ok: false, code: 'PRODUCT_CHANGED', message: shop.t(texts.changedSince), isSkipped: true };
    const changed = Object.entries(fields).filter(
      ([name, value]) => value !== undefined && !isEqual(value, product[name as keyof OwnFields]),
    );
    // Publishing a product clears its planned publication time. The audit records the time, so that `undo` restores
    // it.
    const isPublished = 'status' in fields && fields.status !== product.status && product.publishAt !== null;
    const names = [...changed.map(([name]) => name), ...(isPublished ? ['publishAt'] : [])];
    return { product: Object.fromEntries(changed), before: pick(product, names), after: Object.fromEntries(changed) };
  });
}

const undo = (shop: Shop, tx: Tx, id: number, { before, after }: UndoneChange, actor: Actor) =>
  changeFields(shop, tx, id, actor, (product) =>
    // Undo only when the product still has the values that the action wrote.
    Object.entries(after ?? {}).every(([name, value]) => isEqual(product[name as keyof OwnFields], value))
      ? toFields(before)
      : null,
  );

/** Restores dates, which the audit stores as texts. */
function toFields(before: UndoneChange['before']): OwnFields {
  const { publishAt, ...fields } = before ?? {};
  return { ...fields, ...(publishAt ? { publishAt: new Date(String(publishAt)) } : {}) };
}

const common = { subject: 'product', requires: 'products.write', undo } as const;

/** Added categories come last, so that the main category stays first. */
const move = (ids: readonly number[], added: readonly number[], removed: readonly number[]) => [
  ...new Set([...ids, ...added].filter((id) => !removed.includes(id))),
];

export const sortProductsAction = defineBulkAction({
  ...{ ...common, name: 'product-editor.sort-products', text: texts.sortProducts },
  fields: ({ t }) => ({
    addedCategories: records({ label: t(texts.addedCategories), picker: categoryPicker }),
    removedCategories: records({ label: t(texts.removedCategories), picker: categoryPicker }),
    addedTags: records({ label: t(texts.addedTags), picker: tagPicker }),
    removedTags: records({ label: t(texts.removedTags), picker: tagPicker }),
    addedBrands: records({ label: t(texts.addedBrands), picker: brandPicker }),
    removedBrands: records({ label: t(texts.removedBrands), picker: brandPicker }),
  }),
  run: (shop, tx, id, input, actor) =>
    changeFields(shop, tx, id, actor, ({ categories, tags, brands }) => ({
      categories: move(categories, input.addedCategories, input.removedCategories),
      tags: move(tags, input.addedTags, input.removedTags),
      brands: move(brands, input.addedBrands, input.removedBrands),
    })),
});

const orKept = <Value extends string>({ t }: Shop, words: Readonly<Record<Value, Text>>) => [
  { value: '' as const, label: t(texts.keep) },
  ...(Object.keys(words) as Value[]).map((value) => ({ value, label: t(words[value]) })),
];

export const changeProductsAction = defineBulkAction({
  ...{ ...common, name: 'product-editor.change-products', text: texts.changeProducts },
  fields: (shop) => ({
    status: choice({ label: shop.t(texts.state), options: orKept(shop, statusTexts), width: 'half' }),
    visibility: choice({ label: shop.t(texts.visibility), options: orKept(shop, visibilityTexts), width: 'half' }),
    taxClass: line({ label: shop.t(texts.taxClass), hint: shop.t(texts.keep), max: 200, isCode: true, width: 'half' }),
  }),
  run: (shop, tx, id, { status, visibility, taxClass }, actor) =>
    changeFields(shop, tx, id, actor, () => ({
      ...(status && { status }),
      ...(visibility && { visibility }),
      ...(taxClass && { taxClass }),
    })),
});
