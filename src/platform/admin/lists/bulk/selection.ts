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

/** What a form says: the marked rows, or all that match. */
export interface AskedSelection {
  readonly ids: readonly string[];
  readonly isAll: boolean;
  /** Query of the list that the rows were marked in. */
  readonly from: string;
  /** When the list was made, in milliseconds. */
  readonly seen: string;
}

/** Rows that an action is to be done to. */
export interface MarkedRows {
  readonly view: ListView;
  readonly action: BulkAction;
  readonly selection: Selection;
  readonly isAll: boolean;
  /** When the person saw the rows; null when the form does not say. */
  readonly seenAt: Date | null;
  readonly ids: readonly number[];
}

/** Marked by hand, on several pages: their ids are in an address. */
const maxMarked = 200;

/** An action of a list. Its routes require its permission, and the list its own besides. */
export interface ActionTarget {
  readonly list: ResolvedList;
  readonly action: BulkAction;
}

/** Finds the rows that are there now and that the actor may see. @returns what is wrong, for people */
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
    // A filter that was left out would widen what the action is done to.
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

/** What an action would do to rows, as far as is known before. */
export interface ActionPlan {
  readonly rows: MarkedRows;
  /** Which it would leave as they are, and why. */
  readonly skips: readonly Skip[];
  /** Ids of the rows that would change. */
  readonly changing: readonly number[];
  /** What people call the rows that are named: the first that it leaves, and those that it asks for something. */
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

/** What people call some of the rows. */
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
