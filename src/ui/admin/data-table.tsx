import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

export interface TableColumn {
  readonly id: string;
  readonly title: string;
  /** `end` for numbers and sums. */
  readonly align?: 'start' | 'end' | undefined;
  /**
   * Place of the cell on a phone's card: the title, a badge beside the title, the value at the end of the first line,
   * or (default) a line with the column's title. `hidden` omits the cell.
   */
  readonly onPhone?: 'title' | 'badge' | 'value' | 'line' | 'hidden' | undefined;
  /** `hidden` omits the column on screens of 600 to 900 px. */
  readonly onTablet?: 'hidden' | undefined;
  /** Effect of a press on the column's title. Absent when rows can't be sorted by the column. */
  readonly sort?: TableSort | undefined;
}

interface TableSort {
  /** Address of the list sorted by this column, or in the other direction. */
  readonly href: string;
  /** Null when the list is sorted by another column. */
  readonly direction: 'ascending' | 'descending' | null;
}

export interface TableRow {
  readonly id: number | string;
  readonly cells: Readonly<Record<string, ReactNode>>;
  /** Address of the row's record. The link is on the title column, or else on the first column. */
  readonly href?: string | undefined;
  /** Label of the checkbox that marks the row: 'Mark order 1042'. */
  readonly markLabel?: string | undefined;
  readonly isMarked?: boolean | undefined;
  /** Whether the row is less important, because its record is cancelled or archived. */
  readonly isMuted?: boolean | undefined;
}

interface DataTableProps {
  /** Label for screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Makes the rows markable: name of the checkboxes, and label of the checkbox that marks all rows of the page. */
  readonly marks?: { readonly name: string; readonly allLabel: string; readonly form?: string | undefined } | undefined;
  /** `tiles` shows the rows side by side, each with its picture above its title. */
  readonly look?: 'tiles' | undefined;
}

/** A table whose rows become cards on screens below 600 px, by CSS alone. */
export function DataTable({ label, columns, rows, marks, look }: DataTableProps) {
  const titleColumn = columns.find(({ onPhone }) => onPhone === 'title') ?? columns[0];
  return (
    // Wider than its place, it scrolls: a region with a name, which the keyboard reaches.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <section className={look ? `data data--${look}` : 'data'} aria-label={label} tabIndex={0}>
      <table className="data__table" aria-label={label}>
        <thead>
          <tr>
            {marks && (
              <th className="data__mark" scope="col">
                <label className="mark when-script">
                  <input type="checkbox" data-mark-all="" aria-label={marks.allLabel} />
                </label>
                <span className="visually-hidden when-no-script">{marks.allLabel}</span>
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead column={column} key={column.id} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id} data-muted={row.isMuted || undefined}>
              {marks && (
                <td className="data__mark">
                  <label className="mark">
                    <input
                      type="checkbox"
                      name={marks.name}
                      value={row.id}
                      form={marks.form}
                      defaultChecked={row.isMarked}
                      aria-label={row.markLabel}
                      data-mark=""
                    />
                  </label>
                </td>
              )}
              {columns.map((column) => (
                <Cell column={column} row={row} isTitle={column === titleColumn} key={column.id} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ColumnHead({ column: { title, align, onTablet, sort } }: { readonly column: TableColumn }) {
  return (
    <th scope="col" data-align={align} data-tablet={onTablet} aria-sort={sort?.direction ?? undefined}>
      {sort ? (
        <a className="data__sort" href={sort.href}>
          {title}
          <Icon name={sort.direction === 'ascending' ? 'arrow-up' : 'arrow-down'} small />
        </a>
      ) : (
        title
      )}
    </th>
  );
}

interface CellProps {
  readonly column: TableColumn;
  readonly row: TableRow;
  readonly isTitle: boolean;
}

function Cell({ column: { id, title, align, onPhone = 'line', onTablet }, row, isTitle }: CellProps) {
  const content = row.cells[id];
  const isEmpty = content === undefined || content === null || content === '';
  const place = isTitle ? 'title' : onPhone;
  return (
    <td
      data-align={align}
      data-phone={place}
      data-tablet={onTablet}
      data-title={place === 'line' ? title : undefined}
      data-empty={isEmpty || undefined}
    >
      {isTitle && row.href !== undefined ? (
        <a className="data__open" href={row.href}>
          {content}
        </a>
      ) : (
        content
      )}
    </td>
  );
}
