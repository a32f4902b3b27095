import {
  type CellChanges,
  type CellTexts,
  cellKey,
  type GridColumn,
  type GridPicture,
  type GridRow,
} from '#features/variation-grid/contract.ts';
import { readNumber } from '#platform/input/read-number.shared.ts';

/**
 * A row with its typed `values`. `cells` are the texts as they were loaded. A change replaces the row object and
 * never mutates it.
 */
export interface ModelRow extends GridRow {
  readonly values: readonly string[];
}

export interface CellEdit {
  readonly id: number;
  readonly column: number;
  readonly value: string;
}

export type GridModel = ReturnType<typeof createGridModel>;

/**
 * Creates the state of the grid: the cells of all variations, the values typed into them, and the undo history.
 * @param typed values that differ from the loaded ones, by `cellKey`
 * @param ambiguous message for a number that can be read in two ways
 */
export function createGridModel(
  columns: readonly GridColumn[],
  initial: readonly GridRow[],
  {
    typed,
    problems: found,
    ambiguous,
  }: { readonly typed: CellTexts; readonly problems: CellTexts; readonly ambiguous: string },
) {
  const toRow = (row: GridRow): ModelRow => ({
    ...row,
    values: columns.map(({ name }, index) => typed[cellKey(row.id, name)] ?? row.cells[index] ?? ''),
  });
  const imageColumn = columns.findIndex(({ control }) => control === 'picture');
  /** Addresses of pictures, by picture id as in the cells. */
  const pictures = new Map<string, string>();
  const keepPictures = (shown: readonly GridRow[]) => {
    for (const { image, cells } of shown) if (image !== null) pictures.set(cells[imageColumn] ?? '', image);
  };
  keepPictures(initial);
  let rows = initial.map(toRow);
  let places = new Map(rows.map(({ id }, index) => [id, index]));
  let [problems, conflicts] = [new Map(Object.entries(found)), new Map<string, string>()];
  const past: { readonly edits: readonly CellEdit[]; readonly session: string | undefined }[] = [];
  const listeners = new Set<() => void>();
  let version = 0;

  const tell = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const get = (id: number): ModelRow | undefined => rows[places.get(id) ?? -1];
  const replace = (row: ModelRow) => {
    const place = places.get(row.id);
    if (place !== undefined) rows[place] = row;
  };
  const write = (edits: readonly CellEdit[]) => {
    for (const { id, column, value } of edits) {
      const row = get(id);
      if (row) replace({ ...row, values: row.values.with(column, value) });
      const key = cellKey(id, columns[column]?.name ?? '');
      problems.delete(key);
      const read = columns[column]?.control === 'number' ? readNumber(value) : null;
      if (read && !read.ok && read.isAmbiguous) problems.set(key, ambiguous);
    }
    problems = new Map(problems);
    tell();
  };

  return {
    getRows: (): readonly ModelRow[] => rows,
    get,
    getProblems: (): ReadonlyMap<string, string> => problems,
    getConflicts: (): ReadonlyMap<string, string> => conflicts,
    getVersion: () => version,
    getPicture: (id: string): string | undefined => pictures.get(id),
    addPicture: ({ id, image }: GridPicture): void => void pictures.set(String(id), image),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @param session edits with the same session, such as the keystrokes in one cell, are undone together */
    set(edits: readonly CellEdit[], session?: string): void {
      const changed = edits.filter(({ id, column, value }) => get(id)?.values[column] !== value);
      if (changed.length === 0) return;
      const before = changed.map(({ id, column }) => ({ id, column, value: get(id)?.values[column] ?? '' }));
      if (session === undefined || past.at(-1)?.session !== session) past.push({ edits: before, session });
      write(changed);
    },
    /** @returns the first cell that the undo has changed */
    undo(): CellEdit | undefined {
      const last = past.pop();
      if (last) write(last.edits);
      return last?.edits[0];
    },
    discard(): void {
      rows = rows.map((row) => ({ ...row, values: row.cells }));
      past.length = 0;
      [problems, conflicts] = [new Map(), new Map()];
      tell();
    },
    countChanged: () =>
      rows.reduce((sum, { values, cells }) => sum + values.filter((value, index) => value !== cells[index]).length, 0),
    isColumnChanged: (name: string) => {
      const column = columns.findIndex((each) => each.name === name);
      return rows.some(({ values, cells }) => values[column] !== cells[column]);
    },
    listChanges(): CellChanges {
      const byColumn = columns.map(
        ({ name }, index) =>
          [
            name,
            rows.flatMap(({ id, values, cells }) =>
              values[index] === cells[index] ? [] : [[id, cells[index] ?? '', values[index] ?? ''] as const],
            ),
          ] as const,
      );
      return Object.fromEntries(byColumn.filter(([, cells]) => cells.length > 0));
    },
    /** Replaces the first page with all rows of the product, and keeps values typed before. */
    load(all: readonly GridRow[]): void {
      keepPictures(all);
      const before = new Map(rows.map((row) => [row.id, row]));
      rows = all.map((row) => {
        const known = before.get(row.id);
        return known ? keepTyped(row, known, known.cells) : toRow(row);
      });
      places = new Map(rows.map(({ id }, index) => [id, index]));
      tell();
    },
    /**
     * Takes over the saved rows, and keeps values typed while the request ran.
     * @param sent rows as they were when they were sent
     */
    merge(saved: readonly GridRow[], sent: ReadonlyMap<number, ModelRow>): void {
      keepPictures(saved);
      for (const row of saved) {
        const now = get(row.id);
        if (now) replace(keepTyped(row, now, sent.get(row.id)?.values ?? now.values));
      }
      [problems, conflicts] = [new Map(), new Map()];
      tell();
    },
    refuse(kind: 'problems' | 'conflicts', cells: CellTexts): void {
      [problems, conflicts] = [new Map(), new Map()];
      for (const [key, text] of Object.entries(cells)) (kind === 'problems' ? problems : conflicts).set(key, text);
      tell();
    },
    /**
     * Decides whose value stays in cells that another person has changed too. The stored values then count as seen.
     */
    resolve(keys: readonly string[], choice: 'mine' | 'theirs'): void {
      for (const key of keys) {
        const [id, name] = key.split('.');
        const row = get(Number(id));
        const [column, theirs] = [columns.findIndex((each) => each.name === name), conflicts.get(key)];
        if (!row || column < 0 || theirs === undefined) continue;
        const values = choice === 'mine' ? row.values : row.values.with(column, theirs);
        replace({ ...row, values, cells: row.cells.with(column, theirs) });
        conflicts.delete(key);
      }
      conflicts = new Map(conflicts);
      tell();
    },
  };
}

/** @param known values that `row` replaces; other values of `now` were typed since and stay */
function keepTyped(row: GridRow, now: ModelRow, known: readonly string[]): ModelRow {
  const values = row.cells.map((cell, index) => {
    const value = now.values[index] ?? '';
    return value === known[index] ? cell : value;
  });
  return { ...row, values };
}
