import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { RecordOperation } from '#platform/admin/records/record.ts';
import type { RowRefusal } from '#platform/admin/runs/bulk-action.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type RecordPicker, record } from '#platform/forms/kinds.ts';
import { termTexts as texts } from './texts.ts';

type Removed = { readonly ok: true; readonly products: number } | (RowRefusal & { readonly ok: false });

interface Named {
  readonly id: number;
  readonly name: string;
}

interface Removable {
  /** The object's kind in the audit log. */
  readonly kind: string;
  readonly picker: RecordPicker;
  readonly find: (db: Db, id: number) => Promise<Named | null>;
  readonly countProducts: (db: Db, id: number) => Promise<number>;
  /** Returns the reason why the removal would be refused; called before it is confirmed. */
  readonly check?: (shop: Shop, db: Db, id: number, into: number | null) => Promise<RowRefusal | null>;
  /** Returns a further effect of the merge, which is shown before it is confirmed. */
  readonly note?: (shop: Shop, db: Db, id: number, into: number) => Promise<string | null>;
  readonly remove: (shop: Shop, tx: Tx, id: number, into: number | null) => Promise<Removed>;
}

export function defineRemovals<Subject>(removable: Removable): readonly RecordOperation<Subject>[] {
  const { kind, picker, find, countProducts, check, note, remove } = removable;
  const run = async (shop: Shop, tx: Tx, id: number, into: number | null) => {
    const [from, target] = [await find(tx, id), into === null ? null : await find(tx, into)];
    const removed = await remove(shop, tx, id, into);
    if (!removed.ok) return removed;
    const after = target && { into: target.name, products: removed.products };
    return {
      ok: true,
      change: { label: from?.name ?? '', before: { name: from?.name ?? '' }, after },
      movedTo: into,
    } as const;
  };
  const base = { subject: kind, requires: 'products.write', label: (_shop: Shop, { name }: Named) => name } as const;
  const load = (_shop: Shop, db: Db, id: number) => find(db, id);
  const merge = defineAdminOperation({
    ...{ ...base, name: `catalog-terms.merge-${kind}`, text: texts.merge, load },
    description: 'Moves products and addresses to another object of the same kind, and deletes this one.',
    lead: ({ t }) => t(texts.mergeLead),
    fields: ({ t }) => ({ into: record({ label: t(texts.into), picker, required: true }) }),
    values: () => ({ into: null }),
    preview: async (shop, db, id, { into }, { subject }) => {
      const { t } = shop;
      const target = into === null || into === id ? null : await find(db, into);
      if (!target) return { ok: false, code: 'TARGET_GONE', message: t(texts.intoMissing), field: 'into' };
      const refused = await check?.(shop, db, id, target.id);
      if (refused) return { ok: false, ...refused, field: 'into' };
      const count = await countProducts(db, id);
      const what = t(texts.willMerge, { count, name: subject.name, into: target.name });
      const more = await note?.(shop, db, id, target.id);
      return { ok: true, what: more ? `${what} ${more}` : what };
    },
    run: async (shop, tx, id, { into }) =>
      into === null || into === id
        ? { ok: false, code: 'TARGET_GONE', message: shop.t(texts.intoMissing), field: 'into' }
        : run(shop, tx, id, into),
    outcomes: { done: texts.merged },
  });
  const drop = defineAdminOperation({
    ...{ ...base, name: `catalog-terms.delete-${kind}`, text: texts.remove, load },
    description: 'Deletes an object. Products lose it.',
    lead: ({ t }) => t(texts.removeLead),
    fields: () => ({}),
    values: () => ({}),
    preview: async (shop, db, id, _values, { subject: { name } }) => {
      const refused = await check?.(shop, db, id, null);
      if (refused) return { ok: false, ...refused };
      return { ok: true, what: shop.t(texts.willRemove, { name, count: await countProducts(db, id) }) };
    },
    run: (shop, tx, id) => run(shop, tx, id, null),
  });
  return [{ operation: merge }, { operation: drop }];
}
