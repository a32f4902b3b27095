import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { GridColumn } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { applyFormula, parseFormula } from './formulas.ts';
import type { CellEdit, GridModel } from './grid-model.ts';
import { findTarget, getBounds, listPlaces, type Mode, type Place, type Selection } from './selection.ts';
import { parseSheetText, toCellText, writeSheetText } from './sheet-text.ts';

interface SheetOptions {
  readonly model: GridModel;
  readonly columns: readonly GridColumn[];
  /** Variation ids of the shown rows. */
  readonly ids: readonly number[];
  readonly mark: '.' | ',';
  readonly labels: GridLabels;
  /** Scrolls to a cell and focuses it. */
  readonly focus: (place: Place) => void;
  readonly showMessage: (text: string) => void;
}

const start: Place = { row: 0, column: 0 };

/** Handles keys, selection and clipboard of the cells as spreadsheet programs do. */
export function useSheet({ model, columns, ids, mark, labels, focus, showMessage }: SheetOptions) {
  const [selection, select] = useState<Selection>({ anchor: start, active: start });
  const mode = useRef<Mode>('move');
  /**
   * `before`: the cell's value before editing, which Escape restores. `name`: number of the edit, whose keystrokes
   * are undone together.
   */
  const session = useRef({ name: 0, before: '' });
  const last = { row: Math.max(0, ids.length - 1), column: columns.length - 1 };
  const clamp = ({ row, column }: Place): Place => ({
    row: Math.min(row, last.row),
    column: Math.min(column, last.column),
  });
  const shown: Selection = { anchor: clamp(selection.anchor), active: clamp(selection.active) };
  const { active } = shown;

  const readPlace = (target: EventTarget): Place | null => {
    const cell = target instanceof Element ? target.closest('td') : null;
    const row = Number(cell?.closest('tr')?.dataset.index ?? -1);
    return cell && row >= 0 ? { row, column: cell.cellIndex - 1 } : null;
  };
  const read = ({ row, column }: Place) => model.get(ids[row] ?? 0)?.values[column] ?? '';
  const toEdit = ({ row, column }: Place, value: string): CellEdit => ({ id: ids[row] ?? 0, column, value });
  const move = (to: Place, isExtending = false) => {
    mode.current = 'move';
    select({ anchor: isExtending ? shown.anchor : to, active: to });
    focus(to);
  };
  const begin = (next: Mode) => {
    if (mode.current === 'move') session.current = { name: session.current.name + 1, before: read(active) };
    mode.current = next;
  };

  const fillDown = () => {
    const { top, bottom, left } = getBounds(shown);
    // A selection of a single cell copies the cell above.
    const from = top === bottom ? top - 1 : top;
    if (from < 0) return;
    const places = listPlaces(shown).filter(({ row }) => row !== from);
    model.set(places.map((place) => toEdit(place, read({ row: from, column: place.column }))));
    focus({ row: active.row, column: Math.max(left, active.column) });
  };
  const clear = () => {
    const cleared = listPlaces(shown).filter(({ column }) => columns[column]?.control !== 'choice');
    model.set(cleared.map((place) => toEdit(place, '')));
  };
  const undo = () => {
    const undone = model.undo();
    const row = undone ? ids.indexOf(undone.id) : -1;
    if (undone && row >= 0) move({ row, column: undone.column });
  };
  const selectColumn = (column: number) => {
    mode.current = 'move';
    const to = { row: active.row, column };
    select({ anchor: { row: 0, column }, active: { row: last.row, column } });
    announce(labels.selection.replace('#', String(ids.length)));
    return to;
  };

  const handleKey = (event: KeyboardEvent) => {
    const place = readPlace(event.target);
    const { key, target } = event;
    if (!place || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isEditing = mode.current !== 'move';
    const run = (work: () => void) => {
      event.preventDefault();
      work();
    };
    if (isCommand && key.toLowerCase() === 'd') return run(fillDown);
    if (isCommand && key.toLowerCase() === 'z' && !isEditing) return run(undo);
    if (isCommand && key === ' ') return run(() => void selectColumn(place.column));
    if (key === 'F2') return run(() => editCell(target));
    if (key === 'Escape' && isEditing)
      return run(() => {
        model.set([toEdit(place, session.current.before)], String(session.current.name));
        move(place);
      });
    if (key === 'Delete' && !isEditing) return run(clear);
    const isHorizontal = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
    const isNative =
      mode.current === 'edit' && (isHorizontal || (target instanceof HTMLSelectElement && key !== 'Enter'));
    const to = isNative ? null : findTarget(event, place, { rows: ids.length, columns: columns.length });
    if (to) return run(() => move(to, event.shiftKey && key !== 'Enter'));
    if ((key.length === 1 || key === 'Backspace') && !isCommand) begin(isEditing ? mode.current : 'type');
  };
  const editCell = (target: EventTarget) => {
    if (target instanceof HTMLButtonElement) return target.click();
    begin('edit');
    if (target instanceof HTMLInputElement && target.type === 'text')
      target.setSelectionRange(target.value.length, target.value.length);
  };

  const handlePaste = (event: ClipboardEvent) => {
    const place = readPlace(event.target);
    const rows = parseSheetText(event.clipboardData.getData('text/plain'));
    const isOne = rows.length === 1 && rows[0]?.length === 1;
    if (!place || (isOne && mode.current !== 'move')) return;
    event.preventDefault();
    const { top, left } = getBounds(shown);
    const pasted = isOne
      ? listPlaces(shown).map((to) => ({ to, text: rows[0]?.[0] ?? '' }))
      : rows.flatMap((cells, row) =>
          cells.map((text, column) => ({ to: { row: top + row, column: left + column }, text })),
        );
    const edits = pasted.flatMap(({ to, text }): CellEdit[] => {
      const column = columns[to.column];
      const value = column && to.row < ids.length ? toCellText(column, text) : null;
      return value === null ? [] : [toEdit(to, value)];
    });
    model.set(edits);
    showMessage(edits.length < pasted.length ? labels.pasteCut.replace('#', String(pasted.length - edits.length)) : '');
  };
  const handleCopy = (event: ClipboardEvent) => {
    const { top, bottom, left, right } = getBounds(shown);
    if (mode.current !== 'move' || (top === bottom && left === right)) return;
    const rows = ids.slice(top, bottom + 1).map((id) => model.get(id)?.values.slice(left, right + 1) ?? []);
    event.clipboardData.setData('text/plain', writeSheetText(rows));
    event.preventDefault();
  };

  const handleFocus = ({ target }: FocusEvent) => {
    const place = readPlace(target);
    if (!place) return;
    if (place.row !== active.row || place.column !== active.column) {
      mode.current = 'move';
      select({ anchor: place, active: place });
    }
    if (mode.current === 'move' && target instanceof HTMLInputElement && target.type === 'text') target.select();
  };
  /**
   * Selects the text of a cell at the first press, so that typing replaces the text, and sets the caret at the second
   * press.
   */
  const handlePress = (event: MouseEvent) => {
    const place = readPlace(event.target);
    if (!place || !(event.target instanceof HTMLElement)) return;
    if (event.shiftKey) {
      event.preventDefault();
      move(place, true);
    } else if (event.target === document.activeElement) begin('edit');
    else if (event.target instanceof HTMLInputElement && event.target.type === 'text') {
      event.preventDefault();
      move(place);
    }
  };

  const applyToSelection = (text: string) => {
    const formula = parseFormula(text);
    if (!formula) return showMessage(labels.formulaUnknown);
    const places = listPlaces(shown);
    const edits = places.flatMap((place): CellEdit[] => {
      const column = columns[place.column];
      if (!column || (formula.kind !== 'set' && column.control !== 'number')) return [];
      const changed = applyFormula(formula, read(place), { decimals: column.decimals ?? 0, mark });
      const value = changed === null ? null : toCellText(column, changed);
      return value === null ? [] : [toEdit(place, value)];
    });
    model.set(edits);
    showMessage(
      edits.length < places.length ? labels.formulaSkipped.replace('#', String(places.length - edits.length)) : '',
    );
  };

  return {
    selection: shown,
    handlers: {
      onKeyDown: handleKey,
      onPaste: handlePaste,
      onCopy: handleCopy,
      onFocus: handleFocus,
      onMouseDown: handlePress,
    },
    move,
    selectColumn,
    fillDown,
    undo,
    applyToSelection,
    setSelected: (column: number, value: string) => {
      const places = listPlaces(shown).filter((place) => place.column === column);
      model.set(places.map((place) => toEdit(place, value)));
    },
    type: (id: number, column: number, value: string) => {
      if (mode.current === 'move') begin('type');
      model.set([{ id, column, value }], String(session.current.name));
    },
  };
}
