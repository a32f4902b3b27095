import { enqueueVatCheck } from '#features/vat-numbers/index.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Tx } from '#platform/database/database.ts';
import { draftsPath } from '../contract.ts';
import { type Draft, findDraft, lockDraft, saveDraft } from '../drafts.ts';
import { findVariations } from '../price-manual-order.ts';
import { createDraftFields } from './draft-fields.tsx';
import { draftTexts as texts } from './draft-texts.ts';
import { emptyDraft, readDraftValues, toDraftValues } from './draft-values.ts';

export const draftForm = defineAdminForm({
  name: 'manual-orders.save-draft',
  description: 'Writes down an order before it is placed, such as one by phone or a quote. It reserves nothing.',
  path: `${draftsPath}/:id`,
  requires: 'orders.write',
  subject: 'order-draft',
  create: texts.newOrder,
  back: { path: draftsPath, text: texts.drafts },
  fields: (shop, draft: Draft | null) => createDraftFields(shop, draft?.id ?? null),
  load: async (shop, db, id, { isLocking }) => {
    if (id === null) return { values: emptyDraft, subject: null, label: '' };
    // `isLocking` is true only within a transaction, so `db` is one.
    const draft = isLocking ? await lockDraft(db as Tx, id) : await findDraft(db, id);
    if (!draft) return null;
    const variations = await findVariations(db, draft.input.lines);
    const ids = variations.map((variation) => variation?.id ?? 0);
    const values = toDraftValues(shop, draft.input, ids);
    return { values, subject: draft, label: String(id), customerId: draft.input.customerId ?? null };
  },
  save: async (shop, tx, values, { id, subject }, actor) => {
    if (subject?.isDeleted) return { ok: false, problems: [{ field: 'email', message: shop.t(texts.deletedDraft) }] };
    if (subject?.order) return { ok: false, problems: [{ field: 'email', message: shop.t(texts.ordered) }] };
    const read = await readDraftValues(shop, tx, values, { before: subject?.input ?? null, actor });
    if (!read.ok) return read;
    if (read.input.vatNumber) await enqueueVatCheck(shop, tx, read.input.vatNumber);
    return { ok: true, id: await saveDraft(shop, tx, read.input, { id, by: actor }) };
  },
  layout: [
    { title: texts.customerSection, help: texts.customerHelp, fields: ['customer', 'email', 'phone'] },
    { title: texts.linesSection, fields: ['lines'] },
    { title: texts.billingSection, fields: ['billing', 'vatNumber'] },
    { title: texts.deliverySection, help: texts.deliveryHelp, fields: ['delivery'], isFolded: true },
    { title: texts.costsSection, fields: ['coupons', 'shippingMethod', 'shippingTitle', 'shippingPrice'] },
    { title: texts.notesSection, fields: ['note', 'internalNote'], isFolded: true },
  ],
});
