import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { ListState } from './address/list-state.ts';
import { toCsvCell } from './cell-text.ts';
import { createListContext } from './list-context.ts';
import type { ResolvedList } from './resolved-list.ts';
import { loadAdded, readBatches } from './statements/load-page.ts';

const batchSize = 1000;

/** All rows that match, with the columns that are shown: UTF-8 with a byte order mark, RFC 4180. */
export async function* exportCsv(
  shop: Shop,
  list: ResolvedList,
  actor: Actor,
  state: ListState,
): AsyncGenerator<string> {
  const context = createListContext(shop, actor);
  const heads = state.columns.map((name) => list.columns[name]?.title).map((title) => (title ? shop.t(title) : ''));
  yield `\ufeff${formatCsvLine(heads.map(escapeFormula))}`;
  for await (const rows of readBatches(shop, list, actor, state, batchSize)) {
    const added = await loadAdded(shop, shop.db, list, state, rows);
    const lines = rows.map((row) =>
      formatCsvLine(state.columns.map((name) => escapeFormula(toCsvCell(list, name, row, added, context)))),
    );
    yield lines.join('');
  }
}
