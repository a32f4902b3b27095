import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { linkTo } from '../page/list-view.ts';
import { readListView } from '../page/read-list-view.ts';
import { readBatches } from '../statements/load-page.ts';
import { listTexts as texts } from '../texts.ts';

interface MarkedRowsRequest {
  readonly actor: Actor;
  readonly url: string;
  readonly max: number;
}

/** `back` is the address of the list. `problem` is a text for people. */
type MarkedRowsAnswer =
  | { readonly ok: true; readonly ids: readonly number[]; readonly back: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the address of a page of `AdminList.pages`: the marked rows, or all matching rows, in the order of the list.
 */
export async function readMarkedRows(
  shop: Shop,
  listName: string,
  { actor, url, max }: MarkedRowsRequest,
): Promise<MarkedRowsAnswer> {
  const refuse = (problem: string): MarkedRowsAnswer => ({ ok: false, problem });
  const list = shop.adminLists.get(listName);
  if (!list || !isPermitted(actor, list.requires)) return refuse(shop.t(texts.nothingMarked));
  const given = new URLSearchParams(url.split('?', 2)[1] ?? '');
  const view = await readListView(shop, list, actor, given.get('from') ?? '');
  const isAll = given.has('all');
  // Ignoring a filter would show more rows than the person chose.
  if (isAll && view.problems.length > 0) return refuse(shop.t(texts.filterProblem));
  const marked = [...new Set(given.getAll('id'))].filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  if (!isAll && marked.length === 0) return refuse(shop.t(texts.nothingMarked));
  const { filters, q, isPart, sort, cursor } = view.state;
  const state = isAll ? { filters, q, isPart, sort } : { filters: new Map(), q: '', sort };
  const batch = await readBatches(shop, view.list, actor, state, max + 1, isAll ? undefined : marked).next();
  const rows = batch.done ? [] : batch.value;
  if (rows.length > max) return refuse(shop.t(texts.tooManyRows, { max }));
  return { ok: true, ids: rows.map(({ id }) => id), back: linkTo(view, { cursor }) };
}
