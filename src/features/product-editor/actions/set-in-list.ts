import { z } from 'zod';
import {
  findDoneRequest,
  hashRequest,
  type RequestIdentity,
  readRequestIdentity,
  toRequestLock,
} from '#platform/admin/audit/done-requests.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { RowChange, RowResult } from '#platform/admin/runs/bulk-action.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { productsPath } from '../contract.ts';
import { productEditorErrors } from '../errors.ts';
import { loadProductSubject, type ProductSubject } from '../page/product-subject.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { changeProduct, type ProductChange, type Refusal } from './change-product.ts';
import { moveStock } from './move-stock.ts';

const schema = z.strictObject({
  field: z.enum(['price', 'stock']),
  typed: z.string().max(30),
  /** Value that the list showed when it was edited. */
  seen: z.string().max(30),
});
type Typed = z.infer<typeof schema>;

/** Formats a value as the list sends it back in `seen`. */
export const formatShownValue = (value: number | null): string => (value === null ? '' : String(value));

const invalid = (message: string): Refusal => ({ ok: false, code: 'VALUE_INVALID', message });

function planPrice(
  { t, choices }: Shop,
  { id, master }: ProductSubject,
  { typed, seen }: Typed,
): ProductChange | Refusal {
  const { currency, regularPrice } = master;
  const toMoney = (amount: number | null) => (amount === null ? null : { amount, currency });
  const shown = toMoney(regularPrice);
  if (seen !== formatShownValue(regularPrice))
    return isNow(t(texts.valueNow, { value: shown ? formatMoney(shown, choices.locale) : t(texts.noPrice) }));
  const price = typed === '' ? null : readAmount(typed, currency);
  if (typed !== '' && (price === null || price < 0)) return invalid(describeAmountProblem(typed, currency));
  return {
    variations: new Map([[id, { regularPrice: price }]]),
    ...{ before: { regularPrice: shown }, after: { regularPrice: toMoney(price) } },
  };
}

/** Applies the difference between the seen and the typed stock, so that sales made meanwhile stay subtracted. */
async function setStock(shop: Shop, tx: Tx, id: number, { typed, seen }: Typed, actor: Actor): Promise<RowResult> {
  const subject = await loadProductSubject(shop, tx, id, true);
  if (!subject) return { ok: false, code: 'PRODUCT_UNKNOWN', message: shop.t(texts.productGone) };
  const [units, from] = [typed, seen].map((text) => readWhole(text, 0, 999_999_999));
  if (units == null || from == null) return invalid(shop.t(texts.unitsInvalid));
  const difference = units - from;
  if (difference === 0)
    return { ok: false, code: 'PRODUCT_UNCHANGED', message: shop.t(texts.unchanged), isSkipped: true };
  const moved = await moveStock(shop, tx, { id, difference, note: '' }, actor);
  if (!moved.ok) return moved;
  // The difference is recorded as well: open backorders may have taken all added units, so `onHand` alone may show no
  // change.
  const change = { before: { onHand: moved.before }, after: { onHand: moved.after, difference } };
  return { ok: true, change: { label: subject.product.name, ...change } };
}

const isNow = (message: string): Refusal => ({ ok: false, code: 'PRODUCT_CHANGED', message });

const setInList = (shop: Shop, tx: Tx, id: number, typed: Typed, actor: Actor): Promise<RowResult> =>
  typed.field === 'stock'
    ? setStock(shop, tx, id, typed, actor)
    : changeProduct({ shop, tx, actor, reference: 'edited' }, id, (subject) => planPrice(shop, subject, typed));

type Result =
  | { readonly ok: true; readonly seen: string }
  | { readonly ok: false; readonly code: 'VALUE_INVALID' | 'PRODUCT_CHANGED' | 'not_found'; readonly message: string };

const record = (tx: Tx, actor: Actor, id: number, { label, ...change }: RowChange, named: RequestIdentity | null) =>
  recordAudit(tx, actor, {
    ...{ subject: { kind: 'product', id, label }, action: 'product-editor.set-in-list', ...change },
    ...(named && { requestKey: named.requestKey, requestHash: hashRequest(named) }),
  });

const toCode = (code: string) =>
  code === 'PRODUCT_UNKNOWN' ? 'not_found' : code === 'PRODUCT_CHANGED' ? code : 'VALUE_INVALID';

export const setInListMutation = defineMutation({
  name: 'product-editor.set-in-list',
  description:
    'Sets the price of a product, unless it is not what the list showed any more, or changes its stock by the difference of what the list showed and what was typed. The header Idempotency-Key names a call that is done once.',
  requires: 'products.write',
  schema,
  errors: productEditorErrors,
  run: async ({ shop, request, getActor }, typed): Promise<Result> => {
    const [id, actor] = [readRecordId(request), await getActor()];
    if (id === null) return { ok: false, code: 'not_found', message: '' };
    const named = readRequestIdentity(request, JSON.stringify({ id, ...typed }));
    const work = async (tx: Tx): Promise<Result> => {
      const done = named && (await findDoneRequest(tx, named));
      if (done && !done.isSame) return { ok: false, code: 'PRODUCT_CHANGED', message: shop.t(texts.requestKeyUsed) };
      const result = done ? null : await setInList(shop, tx, id, typed, actor);
      if (result && !result.ok && result.code !== 'PRODUCT_UNCHANGED')
        return { ok: false, code: toCode(result.code), message: result.message };
      if (result?.ok) await record(tx, actor, id, result.change, named);
      const master = (await loadProductSubject(shop, tx, id))?.master;
      if (!master) return { ok: false, code: 'not_found', message: '' };
      return { ok: true, seen: formatShownValue(typed.field === 'price' ? master.regularPrice : master.stock.onHand) };
    };
    return inTransaction(shop.db, work, named ? { locks: [toRequestLock(named.requestKey)] } : {});
  },
  message: (_call, { message }) => message,
  json: {
    path: () => `${productsPath}/:id/in-list`,
    response: z.strictObject({ seen: z.string() }),
    success: (_call, { seen }) => ({ seen }),
  },
});
