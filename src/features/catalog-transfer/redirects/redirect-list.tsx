import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { contains, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { redirectForm } from './redirect-form.ts';
import { formatSource } from './redirect-rules.ts';
import { removeRedirect, type StoredRedirect, saveRedirect } from './redirects.ts';
import { redirectTexts as texts } from './texts.ts';

const words = sql`(r.source || ' ' || r.target)`;

const deleteRedirect = defineBulkAction({
  ...{ name: 'catalog-transfer.delete-redirect', text: texts.remove, subject: 'redirect', requires: 'redirects.write' },
  run: async ({ t }, tx, id) => {
    const removed = await removeRedirect(tx, id);
    if (!removed) return { ok: false, code: 'REDIRECT_GONE', message: t(texts.gone), isSkipped: true };
    const { source, target } = removed;
    return { ok: true, change: { label: source, before: { source, target }, after: null } };
  },
  undo: async (shop, tx, _id, { before }) => {
    const input = { source: String(before?.source), target: String(before?.target) };
    const saved = await saveRedirect(shop, tx, null, { ...input, source: formatSource(input.source) });
    if (!saved.ok) return { ok: false, code: saved.code, message: shop.t(texts.changedSince), label: input.source };
    return { ok: true, change: { label: input.source, before: null, after: input } };
  },
});

export const redirectList = defineAdminList<StoredRedirect & { readonly createdAt: Date }>({
  name: 'catalog-transfer.redirects',
  path: adminPath('redirects'),
  requires: 'redirects.read',
  texts: { title: texts.redirects, count: texts.redirectCount, empty: texts.noRedirects },
  source: {
    ...{ from: sql`url_redirects r`, id: sql`r.id` },
    select: sql`r.id, r.source, r.target, r.created_at as "createdAt"`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`r.created_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    source: { title: texts.source, cell: ({ source }) => source, onPhone: 'title' },
    target: { title: texts.target, cell: ({ target }) => target },
    added: { title: texts.added, cell: ({ createdAt }, { date }) => date(createdAt), onPhone: 'value' },
  },
  filters: {
    added: { kind: 'date', title: texts.added, isPromoted: true, where: isInPeriod(sql`r.created_at`) },
  },
  search: {
    ...{ title: texts.searched, sample: 'old-page' },
    exact: (text) => sql`r.source = ${text}`,
    fuzzy: (text) => contains(words, text),
  },
  views: [],
  open: ({ id }) => getFormPath(redirectForm, id),
  create: { text: texts.create, path: getFormPath(redirectForm, null), requires: redirectForm.requires },
  actions: [deleteRedirect],
});
