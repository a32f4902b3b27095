/** A cell by the index of its row among the shown rows, and the index of its column. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, from the cell where the selection began to the cell with the focus. */
export interface Selection {
  readonly anchor: Place;
  readonly active: Place;
}

export function getBounds({ anchor, active }: Selection) {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  };
}

export function listPlaces(selection: Selection): Place[] {
  const { top, bottom, left, right } = getBounds(selection);
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, column) => ({ row: top + row, column: left + column })),
  ).flat();
}

/**
 * Effect of the keyboard in a cell. `move`: arrow keys select cells. `type`: typing has replaced the text, and arrow
 * keys still select cells. `edit`: arrow keys move the caret in the text.
 */
export type Mode = 'move' | 'type' | 'edit';

/**
 * Finds the cell that a key leads to, as in spreadsheet programs.
 * @returns null when the key does not move the selection
 */
export function findTarget(
  { key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Place,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Place | null {
  const isFar = ctrlKey || metaKey;
  const step = isFar ? Number.MAX_SAFE_INTEGER : 1;
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  const targets: Readonly<Record<string, Place>> = {
    ArrowUp: to(row - step, column),
    ArrowDown: to(row + step, column),
    ArrowLeft: to(row, column - step),
    ArrowRight: to(row, column + step),
    Enter: to(row + (shiftKey ? -1 : 1), column),
    PageUp: to(row - 10, column),
    PageDown: to(row + 10, column),
    Home: to(isFar ? 0 : row, 0),
    End: to(isFar ? rows - 1 : row, columns - 1),
  };
  return targets[key] ?? null;
}
