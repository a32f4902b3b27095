import type { BulkAction, Skip } from '#platform/admin/runs/bulk-action.ts';
import { maxRowsWithInput } from '#platform/admin/runs/run-input.ts';
import { runComposed } from '#platform/database/composed-statement.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getRowLabel } from '../cell-text.ts';
import type { ListView } from '../page/list-view.ts';
import { readListView } from '../page/read-list-view.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { composePage, maxCount, type Selection } from '../statements/compose.ts';
import { findMatchingIds, type LoadedRow } from '../statements/load-page.ts';
import { listTexts as texts } from '../texts.ts';

/** The selection as a form sends it: the marked rows, or all matching rows. */
export interface AskedSelection {
  readonly ids: readonly string[];
  readonly isAll: boolean;
  readonly from: string;
  /** Milliseconds since 1970 when the list was shown. */
  readonly seen: string;
}

export interface MarkedRows {
  readonly view: ListView;
  readonly action: BulkAction;
  readonly selection: Selection;
  readonly isAll: boolean;
  /** When the person saw the rows; null when the form does not contain the time. */
  readonly seenAt: Date | null;
  readonly ids: readonly number[];
}

/** Rows marked by hand on several pages. Limited, since an address contains their ids. */
const maxMarked = 200;

/** An action of a list. Its routes require the permission of the action and that of the list. */
export interface ActionTarget {
  readonly list: ResolvedList;
  readonly action: BulkAction;
}

/**
 * Finds the rows that exist now and that the actor may see.
 * @returns a text for people when something is wrong
 */
export async function findSelection(
  shop: Shop,
  { list: whole, action }: ActionTarget,
  actor: Actor,
  asked: AskedSelection,
): Promise<{ readonly view: ListView; readonly rows: MarkedRows | string }> {
  const view = await readListView(shop, whole, actor, asked.from);
  const { list, context } = view;
  const { now } = context;
  const seenAt = /^\d{1,15}$/.test(asked.seen) ? new Date(Math.min(Number(asked.seen), now.getTime())) : null;
  if (action.perRow && (asked.isAll || asked.ids.length > maxRowsWithInput))
    return { view, rows: shop.t(texts.tooManyToAsk, { max: maxRowsWithInput }) };
  if (asked.isAll) {
    // Ignoring a filter would change more rows than the person chose.
    if (view.problems.length > 0) return { view, rows: shop.t(texts.filterProblem) };
    const selection = { actor, now, state: view.state };
    const { ids, isMore } = await findMatchingIds(shop.db, list, selection);
    if (isMore) return { view, rows: shop.t(texts.tooManyRows, { max: maxCount }) };
    return { view, rows: { view, action, selection, ids, seenAt, isAll: true } };
  }
  const marked = [...new Set(asked.ids)].filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
  if (marked.length === 0) return { view, rows: shop.t(texts.nothingMarked) };
  if (marked.length > maxMarked) return { view, rows: shop.t(texts.tooManyRows, { max: maxMarked }) };
  const selection = { actor, now, state: { filters: new Map(), q: '' }, ids: marked };
  const { ids } = await findMatchingIds(shop.db, list, selection);
  return { view, rows: { view, action, selection, ids, seenAt, isAll: false } };
}

export interface ActionPlan {
  readonly rows: MarkedRows;
  readonly skips: readonly Skip[];
  readonly changing: readonly number[];
  /** Labels of the rows that are named: the first skipped rows, and the rows that need input. */
  readonly labels: ReadonlyMap<number, string>;
}

/** Skipped rows that are named. */
export const maxNamed = 20;
const checkBatch = 1000;

export async function planAction(shop: Shop, rows: MarkedRows): Promise<ActionPlan> {
  const { action, ids } = rows;
  const skips: Skip[] = [];
  for (let start = 0; start < ids.length && action.check; start += checkBatch)
    skips.push(...(await action.check(shop, shop.db, ids.slice(start, start + checkBatch))));
  const skipped = new Set(skips.map(({ id }) => id));
  const changing = ids.filter((id) => !skipped.has(id));
  const named = [...skips.slice(0, maxNamed).map(({ id }) => id), ...(action.perRow ? changing : [])];
  return { rows, skips, changing, labels: await loadLabels(shop, rows, named) };
}

async function loadLabels(
  shop: Shop,
  { view, selection }: MarkedRows,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { list, state, context } = view;
  const named: Selection = { actor: selection.actor, now: selection.now, state: { filters: new Map(), q: '' }, ids };
  const part = { sort: state.sort, cursor: null, limit: ids.length, isCounted: false };
  const found = await runComposed<LoadedRow>(shop.db, composePage(list, named, part));
  return new Map(found.map((row) => [row.id, getRowLabel(list, row, context)]));
}
