import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { GridColumn } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import type { GridModel } from './grid-model.ts';
import { GridRowView } from './grid-row.tsx';
import { getBounds } from './selection.ts';
import type { useSheet } from './use-sheet.ts';

export type ShowRow = (index: number) => void;

interface TableProps {
  readonly model: GridModel;
  readonly columns: readonly GridColumn[];
  readonly ids: readonly number[];
  readonly labels: GridLabels;
  readonly sheet: ReturnType<typeof useSheet>;
  readonly isReady: boolean;
  /** The table sets this reference to a function that scrolls to a row. */
  readonly showRow: RefObject<ShowRow>;
  readonly onChoose: (column: number) => void;
}

/** Height of a row in pixels until rows are measured. */
const estimatedHeight = 45;

/** Renders the cells. With script the document contains only the rows in view and the row with the focus. */
export function GridTable({ model, columns, ids, labels, sheet, isReady, showRow, onChoose }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active } = sheet.selection;
  const bounds = getBounds(sheet.selection);
  const virtualizer = useVirtualizer({
    count: ids.length,
    enabled: isReady,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan: 8,
    scrollPaddingStart: estimatedHeight,
    scrollPaddingEnd: estimatedHeight,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (shown.includes(active.row) || active.row >= ids.length) return shown;
      return [...shown, active.row].sort((one, other) => one - other);
    },
  });
  useLayoutEffect(() => {
    showRow.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' });
  });
  const { type } = sheet;
  const typeRef = useRef(type);
  typeRef.current = type;
  const onType = useCallback((id: number, column: number, value: string) => typeRef.current(id, column, value), []);
  const items = isReady ? virtualizer.getVirtualItems() : ids.map((_, index) => ({ index, start: 0, end: 0 }));
  const problems = model.getProblems();
  const imageColumn = columns.findIndex(({ control }) => control === 'picture');
  const rows = items.flatMap(({ index, start }, place) => {
    const row = model.get(ids[index] ?? 0);
    if (!row) return [];
    const gap = isReady ? start - (items[place - 1]?.end ?? 0) : 0;
    const isSelected = isReady && index >= bounds.top && index <= bounds.bottom;
    return [
      ...(gap > 0 ? [<Gap key={`before-${row.id}`} height={gap} />] : []),
      <GridRowView
        key={row.id}
        {...{ row, columns, index, problems, onType, onChoose, any: labels.any }}
        picture={model.getPicture(row.values[imageColumn] ?? '')}
        active={isReady ? (index === active.row ? active.column : -1) : undefined}
        from={isSelected ? bounds.left : null}
        to={isSelected ? bounds.right : null}
        measure={isReady ? virtualizer.measureElement : undefined}
      />,
    ];
  });
  const rest = isReady ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  if (ids.length === 0) return <p className="vgrid__empty">{labels.noMatch}</p>;
  return (
    <div className="vgrid__scroll" ref={scroller}>
      <table
        className="vgrid__table"
        {...(isReady
          ? {
              role: 'grid',
              'aria-multiselectable': true,
              'aria-rowcount': ids.length + 1,
              'aria-describedby': 'grid-keys',
            }
          : {})}
        {...(isReady ? sheet.handlers : {})}
      >
        <thead>
          <tr aria-rowindex={isReady ? 1 : undefined}>
            <th scope="col">{labels.variation}</th>
            {columns.map(({ name, label }, column) => (
              <th
                key={name}
                scope="col"
                id={`column-${name}`}
                onClick={isReady ? () => sheet.selectColumn(column) : undefined}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows}
          {rest > 0 && <Gap height={rest} />}
        </tbody>
      </table>
    </div>
  );
}

/** Takes the height of rows that are out of view. */
function Gap({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row can't have the focus.
    <tr aria-hidden="true" className="vgrid__gap">
      <td style={{ height }} />
    </tr>
  );
}
