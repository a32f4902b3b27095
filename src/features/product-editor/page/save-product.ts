import {
  type AttributeInput,
  ensureAttributes,
  ensureTerms,
  type ImageRecord,
  type ProductProblem,
  saveProducts,
  toAttributeKey,
  toTermKey,
} from '#features/catalog/index.ts';
import { savePictureAlts } from '#features/media-library/index.ts';
import type { AddonDefinition } from '#features/pricing/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import type { SaveResult } from '#platform/admin/forms/form.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { moveStock, writeStock } from '../actions/move-stock.ts';
import { productEditorTexts as shared } from '../texts.ts';
import { describeCreatedVariations, generateVariations } from '../variations/generate-variations.ts';
import { readAddon } from './addon-fields.ts';
import { pageTexts as texts } from './page-texts.ts';
import { createProductFields } from './product-fields.ts';
import type { ProductSubject } from './product-subject.ts';
import {
  newProductValues,
  type ProductValues,
  readTerms,
  toProductInput,
  toProductValues,
  writeTerms,
} from './product-values.ts';

const selectMissing = sqlQuery<{ readonly field: string }>(
  'product-editor.find-missing-records',
  `select field from json_to_recordset($1::json) as chosen (field text, kind text, id integer)
  where not case kind
    when 'category' then exists (select from categories c where c.id = chosen.id)
    when 'brand' then exists (select from brands b where b.id = chosen.id)
    when 'tag' then exists (select from tags t where t.id = chosen.id)
    when 'class' then exists (select from shipping_classes s where s.id = chosen.id)
    when 'media' then exists (select from platform.media m where m.id = chosen.id)
    else exists (select from products p where p.id = chosen.id)
  end
  group by field`,
);

/** Lists the fields whose chosen record does not exist: it may have been deleted while the form was open. */
async function findMissingRecords(db: Db, values: ProductValues): Promise<readonly string[]> {
  const toRows = (field: string, kind: string, ids: readonly (number | null)[]) =>
    ids.flatMap((id) => (id === null ? [] : [{ field, kind, id }]));
  const rows = [
    ...toRows('categories', 'category', values.categories),
    ...toRows('brands', 'brand', values.brands),
    ...toRows('tags', 'tag', values.tags),
    ...toRows('shippingClassId', 'class', [values.shippingClassId]),
    ...toRows(
      'images',
      'media',
      values.images.map(({ id }) => id),
    ),
    ...(['upsells', 'crossSells', 'grouped'] as const).flatMap((field) => toRows(field, 'product', values[field])),
  ];
  return rows.length === 0 ? [] : (await selectMissing(db, [JSON.stringify(rows)])).map(({ field }) => field);
}

type Prepared<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: FormProblem };

export async function saveProductForm(
  shop: Shop,
  tx: Tx,
  values: ProductValues,
  {
    id,
    subject,
    actor,
  }: { readonly id: number | null; readonly subject: ProductSubject | null; readonly actor: Actor },
): Promise<SaveResult> {
  const forbidden = isPermitted(actor, writeStock) ? [] : listStockChanges(values, subject);
  if (forbidden.length > 0)
    return { ok: false, problems: forbidden.map((field) => ({ field, message: shop.t(shared.stockForbidden) })) };
  const missing = await findMissingRecords(tx, values);
  if (missing.length > 0)
    return { ok: false, problems: missing.map((field) => ({ field, message: shop.t(texts.chosenGone) })) };
  const addons = readAddons(shop, values, subject);
  if (!addons.ok) return { ok: false, problems: [addons.problem] };
  const images = mergeImages(values, subject);
  const attributes = await findAttributes(tx, values, subject);
  const reference = values.stockReason === '' ? 'edited' : `edited: ${values.stockReason}`;
  const difference = findDifference(values, subject);
  const stored = difference === 0 ? values : { ...values, onHand: subject?.master.stock.onHand ?? 0 };
  const input = { ...toProductInput(stored), images, attributes, addons: addons.value, id: id ?? undefined };
  const [saved] = await saveProducts(shop, tx, [input], { text: reference, by: actor });
  if (!saved?.ok) return { ok: false, problems: toProductProblems(shop, saved?.problems ?? []) };
  if (difference !== 0) {
    const moved = await moveStock(shop, tx, { id: saved.id, difference, note: values.stockReason }, actor);
    if (!moved.ok) return { ok: false, problems: [{ field: 'onHand', message: moved.message }] };
  }
  const alts = values.images.flatMap(({ id: picture, alt }) => (alt === null ? [] : [{ id: picture, alt }]));
  await savePictureAlts(shop, tx, alts);
  if (values.generate && input.type === 'variable') {
    const made = await generateVariations(shop, tx, saved.id, actor);
    if (!made.ok) return { ok: false, problems: [{ field: 'options', message: made.message }] };
    if (made.made.size > 0) {
      const about = { kind: 'product', id: saved.id, label: values.name };
      const after = describeCreatedVariations(made.made);
      await recordAudit(tx, actor, { subject: about, action: 'product-editor.generate-variations', before: {}, after });
    }
  }
  // The difference is recorded as well: open backorders may have taken all added units, so `onHand` alone may show no
  // change.
  return { ok: true, id: saved.id, ...(difference !== 0 && { alsoDone: { difference } }) };
}

const stockFields = ['managed', 'onHand', 'lowStockThreshold', 'backorders', 'stockStatus'] as const;

function listStockChanges(values: ProductValues, subject: ProductSubject | null): readonly string[] {
  const stored = subject ? toProductValues(subject) : newProductValues;
  return stockFields.filter((name) => values[name] !== stored[name]);
}

/**
 * Difference between the typed and the stored units, 0 unless the stock is counted before and after the save. The
 * form has locked the stock.
 */
function findDifference({ managed, onHand }: ProductValues, subject: ProductSubject | null): number {
  return subject?.master.stock.managed && managed ? (onHand ?? 0) - subject.master.stock.onHand : 0;
}

function readAddons(
  { t, choices }: Shop,
  { addons }: ProductValues,
  subject: ProductSubject | null,
): Prepared<AddonDefinition[]> {
  const currency = subject?.master.currency ?? choices.currency;
  const read = addons.map((each) => readAddon(each, currency, subject?.product.addons ?? []));
  const index = read.findIndex((each) => typeof each === 'string');
  if (index < 0) return { ok: true, value: read.filter((each) => typeof each !== 'string') };
  const message = t(texts.addonOptionInvalid, { option: String(read[index]) });
  return { ok: false, problem: { field: `addons.${index}.options`, message } };
}

/**
 * Returns the chosen photographs and the stored ones that the form doesn't show: imported photographs that are not
 * fetched yet keep their place behind the photograph that they follow.
 */
function mergeImages({ images, dropRemote }: ProductValues, subject: ProductSubject | null): ImageRecord[] {
  const stored = subject?.product.images ?? [];
  const remotes = new Set(subject?.remotes.map(({ id }) => id));
  const isRemote = ({ remoteId }: ImageRecord) => remoteId !== null && remotes.has(remoteId);
  const merged = images.map(
    ({ id }) => stored.find((each) => each.mediaId === id && !isRemote(each)) ?? { mediaId: id, remoteId: null },
  );
  if (dropRemote) return merged;
  for (const [index, image] of stored.entries()) {
    if (!isRemote(image)) continue;
    const before = stored.slice(0, index).findLast((each) => merged.includes(each));
    merged.splice(before ? merged.indexOf(before) + 1 : 0, 0, image);
  }
  return merged;
}

/**
 * Finds attributes by name: the product's own attributes come before shared ones. Unknown names become shared
 * attributes.
 */
async function findAttributes(
  tx: Tx,
  { options }: ProductValues,
  subject: ProductSubject | null,
): Promise<AttributeInput[]> {
  const named = options.map((row) => {
    const own = subject?.attributes.find((each) => each.name.toLowerCase() === row.name.toLowerCase());
    // Unchanged text keeps the stored terms, even when a name has characters that the text format can't express.
    const kept = own && writeTerms(own.terms) === row.terms ? own.terms.map(({ id }) => id) : null;
    return { ...row, productId: own?.productId ?? null, kept, terms: kept ? [] : readTerms(row.terms) };
  });
  const ids = await ensureAttributes(tx, named);
  const withIds = named.map((row) => ({ ...row, attributeId: ids.get(toAttributeKey(row)) ?? 0 }));
  const terms = await ensureTerms(
    tx,
    withIds.flatMap(({ attributeId, terms: names }) => names.map((name) => ({ attributeId, name }))),
  );
  const distinct = new Map(withIds.map((row) => [row.attributeId, row]));
  return [...distinct.values()].map(({ attributeId, kept, terms: names, visible, forVariations }) => ({
    ...{ attributeId, visible, forVariations },
    terms: kept ?? names.flatMap((name) => terms.get(toTermKey({ attributeId, name })) ?? []),
  }));
}

/**
 * Converts problems of the catalogue to problems of the form. The catalogue reports paths such as
 * `master.stock.onHand`, and messages that continue the name of a field: 'is below 0'. The field is the last name of
 * the path that the form has.
 */
function toProductProblems(shop: Shop, problems: readonly ProductProblem[]): FormProblem[] {
  const fields: Readonly<Record<string, { readonly label: string } | null>> = createProductFields(shop, null);
  const others: Readonly<Record<string, string>> = {
    status: 'stockStatus',
    safety: 'manufacturer',
    attributes: 'options',
  };
  return problems.map(({ code, field, message }) => {
    const path = field.split('.');
    const own = path.includes('stock') && path.at(-1) === 'status' ? 'status' : '';
    const name =
      others[own] ?? path.find((part) => part !== 'status' && part in fields) ?? others[path[0] ?? ''] ?? path[0] ?? '';
    const label = fields[name]?.label;
    const isWhole = path[0] === 'addons' || path[0] === 'safety' || path[0] === 'downloads';
    const text = code === 'INVALID' && label ? `${label}${isWhole ? ` (${path.at(-1)})` : ''} ${message}` : message;
    return { field: name, message: `${text}.` };
  });
}
