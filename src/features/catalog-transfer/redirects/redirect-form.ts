import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { line } from '#platform/forms/kinds.ts';
import { formatSource } from './redirect-rules.ts';
import { findStoredRedirect, type StoredRedirect, saveRedirect } from './redirects.ts';
import { redirectTexts as texts } from './texts.ts';

export const redirectForm = defineAdminForm({
  name: 'catalog-transfer.save-redirect',
  description: 'Adds a redirect of an old address, or changes one.',
  path: adminPath('redirects/:id'),
  requires: 'redirects.write',
  subject: 'redirect',
  create: texts.create,
  back: { path: adminPath('redirects'), text: texts.redirects },
  fields: ({ t }, _redirect: StoredRedirect | null) => ({
    source: line({ label: t(texts.source), hint: t(texts.sourceHint), required: true, max: 1000 }),
    target: line({ label: t(texts.target), hint: t(texts.targetHint), required: true, max: 2000 }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: { source: '', target: '' }, subject: null, label: '' };
    const redirect = await findStoredRedirect(db, id, isLocking);
    const { source = '', target = '' } = redirect ?? {};
    return redirect && { values: { source: formatSource(source), target }, subject: redirect, label: source };
  },
  save: async (shop, tx, values, { id }) => {
    const saved = await saveRedirect(shop, tx, id, values);
    return saved.ok
      ? { ok: true, id: saved.id }
      : { ok: false, problems: [{ field: saved.field, message: shop.t(texts[saved.code]) }] };
  },
  layout: [{ title: texts.address, help: texts.addressHelp, fields: ['source', 'target'] }],
});
