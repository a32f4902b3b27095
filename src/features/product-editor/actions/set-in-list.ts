import { z } from 'zod';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { RowResult } from '#platform/admin/runs/bulk-action.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { productsPath } from '../contract.ts';
import { productEditorErrors } from '../errors.ts';
import type { ProductSubject } from '../page/product-subject.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { changeProduct, lockProductWithStock, type ProductChange, type Refusal } from './change-product.ts';

const schema = z.strictObject({
  field: z.enum(['price', 'stock']),
  typed: z.string().max(30),
  /** What the list showed. */
  seen: z.string().max(30),
});
type Typed = z.infer<typeof schema>;

/** How the list names the value that it shows. */
export const writeSeen = (value: number | null): string => (value === null ? '' : String(value));

const invalid = (message: string): Refusal => ({ ok: false, code: 'VALUE_INVALID', message });

function planPrice({ t, choices }: Shop, { id, master }: ProductSubject, { typed, seen }: Typed) {
  const { currency, regularPrice } = master;
  const toMoney = (amount: number | null) => (amount === null ? null : { amount, currency });
  const shown = toMoney(regularPrice);
  if (seen !== writeSeen(regularPrice))
    return isNow(t(texts.valueNow, { value: shown ? formatMoney(shown, choices.locale) : t(texts.noPrice) }));
  const price = typed === '' ? null : readAmount(typed, currency);
  if (typed !== '' && (price === null || price < 0)) return invalid(describeAmountProblem(typed, currency));
  return {
    variations: new Map([[id, { regularPrice: price }]]),
    ...{ before: { regularPrice: shown }, after: { regularPrice: toMoney(price) } },
  };
}

function planStock({ t }: Shop, { id, master }: ProductSubject, { typed, seen }: Typed) {
  const { onHand } = master.stock;
  if (seen !== String(onHand)) return isNow(t(texts.valueNow, { value: t(texts.units, { count: onHand }) }));
  const units = readWhole(typed, 0, 999_999_999);
  if (units === null) return invalid(t(texts.unitsInvalid));
  return { variations: new Map([[id, { stock: { onHand: units } }]]), before: { onHand }, after: { onHand: units } };
}

const isNow = (message: string): Refusal => ({ ok: false, code: 'PRODUCT_CHANGED', message });

async function setInList(shop: Shop, tx: Tx, id: number, typed: Typed, actor: Actor): Promise<RowResult> {
  // Sales take stock without the lock of the product.
  await lockProductWithStock(tx, id);
  return changeProduct({ shop, tx, actor, reference: 'edited' }, id, (subject): ProductChange | Refusal =>
    typed.field === 'price' ? planPrice(shop, subject, typed) : planStock(shop, subject, typed),
  );
}

type Result =
  | { readonly ok: true; readonly seen: string }
  | { readonly ok: false; readonly code: 'VALUE_INVALID' | 'PRODUCT_CHANGED' | 'not_found'; readonly message: string };

const toCode = (code: string) =>
  code === 'PRODUCT_UNKNOWN' ? 'not_found' : code === 'PRODUCT_CHANGED' ? code : 'VALUE_INVALID';

/** A value in a row of the list, which its script saves alone. */
export const setInListMutation = defineMutation({
  name: 'product-editor.set-in-list',
  description: 'Sets the price or the stock of a product that has one, unless it is not what the list showed any more.',
  requires: 'products.write',
  schema,
  errors: productEditorErrors,
  run: async ({ shop, request, getActor }, typed): Promise<Result> => {
    const [id, actor] = [readRecordId(request), await getActor()];
    if (id === null) return { ok: false, code: 'not_found', message: '' };
    const result = await inTransaction(shop.db, async (tx) => {
      const done = await setInList(shop, tx, id, typed, actor);
      if (!done.ok) return done;
      const { label, before, after } = done.change;
      const subject = { kind: 'product', id, label };
      await recordAudit(tx, actor, { subject, action: 'product-editor.set-in-list', before, after });
      return done;
    });
    if (!result.ok && !('isSkipped' in result && result.code === 'PRODUCT_UNCHANGED'))
      return { ok: false, code: toCode(result.code), message: result.message };
    const amount = typed.field === 'price' ? readAmount(typed.typed, shop.choices.currency) : Number(typed.typed);
    return { ok: true, seen: typed.typed === '' ? '' : writeSeen(amount) };
  },
  message: (_call, { message }) => message,
  json: {
    path: () => `${productsPath}/:id/in-list`,
    response: z.strictObject({ seen: z.string() }),
    success: (_call, { seen }) => ({ seen }),
  },
});
