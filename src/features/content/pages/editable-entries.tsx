import { renderToStaticMarkup } from 'react-dom/server';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getBuilderPath, getEditorPath } from '../admin/paths.ts';
import { listReusedIds } from '../blocks/tree.ts';
import { findPublished, listPublishedPages } from '../entries/find-published.ts';
import { loadMenus } from '../menus/load-menus.tsx';
import { renderContent } from './page.tsx';

interface EditableEntry {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly builderPath: string;
  readonly editorPath: string;
}

export interface EditableEntries {
  /** Entry of the page itself; null when the page is not an entry. */
  readonly page: EditableEntry | null;
  /** Reusable blocks on the page, and the other entries that were requested. */
  readonly blocks: readonly EditableEntry[];
  /**
   * The page with `<template data-entry="12">` before each reusable block; empty without any. Cached pages do not
   * have these marks.
   */
  readonly html: string;
  /** Block types of the page and of the menus that failed, so that shoppers do not see their blocks. */
  readonly failed: readonly string[];
}

const listEntries = sqlQuery<Pick<EditableEntry, 'id' | 'kind' | 'title'>>(
  'content.list-editable',
  'select id, kind, title from content_entries where id = any($1::integer[]) order by id',
);

/**
 * Finds the entries of which a page of the shop consists.
 * @param path of the page, without its query
 * @param others ids of entries around it, such as those in menus
 */
export async function findEditableEntries(
  shop: Shop,
  path: string,
  others: readonly number[] = [],
): Promise<EditableEntries> {
  const found = await findPageOfPath(shop, path);
  const reused = listReusedIds(found?.tree.blocks ?? []);
  const ids = [...new Set([...reused, ...others])];
  const rows = await listEntries(shop.db, [[...ids, ...(found ? [found.id] : [])]]);
  const entries = rows.map((row) => ({
    ...{ ...row, builderPath: getBuilderPath(row.id), editorPath: getEditorPath(row.id) },
  }));
  const mark = (id: number) => <template data-entry={id} />;
  const view = found && (await renderContent(shop, shop.renderContext(path), found, mark));
  const menus = await loadMenus(shop);
  return {
    page: entries.find(({ id }) => id === found?.id) ?? null,
    blocks: entries.filter(({ id }) => id !== found?.id),
    html: view && reused.length > 0 ? renderToStaticMarkup(view.body) : '',
    failed: [...new Set([...(view?.failed ?? []), ...menus.failed])],
  };
}

async function findPageOfPath(shop: Shop, path: string) {
  const { locale } = shop.choices;
  const isHome = path === '/';
  const home = isHome ? (await listPublishedPages(shop)).find(({ kind }) => kind === 'home') : undefined;
  const slug = isHome ? home?.slug : /^\/pages\/([^/]+)$/.exec(path)?.[1];
  if (slug === undefined) return null;
  return findPublished(shop.db, isHome ? 'home' : 'page', { locale, slug: isHome ? slug : decodeSlug(slug) });
}

function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
