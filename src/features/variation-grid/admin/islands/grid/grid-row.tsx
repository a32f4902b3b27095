import { memo } from 'react';
import { cellKey, type GridColumn } from '#features/variation-grid/contract.ts';
import type { ModelRow } from './grid-model.ts';

export interface RowProps {
  readonly row: ModelRow;
  readonly columns: readonly GridColumn[];
  readonly index: number;
  readonly any: string;
  readonly problems: ReadonlyMap<string, string>;
  /**
   * Column of the cell that Tab leads to; -1 in other rows. Undefined without script, where Tab leads to each cell.
   */
  readonly active: number | undefined;
  /** First and last selected column; null when nothing in the row is selected. */
  readonly from: number | null;
  readonly to: number | null;
  readonly onType: (id: number, column: number, value: string) => void;
  /** Address of the picture that the row's image cell contains, also when it is not saved yet. */
  readonly picture: string | undefined;
  readonly onChoose: (column: number) => void;
  readonly measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

export const cellId = (id: number, column: string): string => `cell-${id}-${column}`;

export const GridRowView = memo(function GridRowView(props: RowProps) {
  const { row, columns, index, any, active, from, to, problems, onType, picture, onChoose, measure } = props;
  const { id, label, image, options, values, cells } = row;
  const isEnhanced = active !== undefined;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={isEnhanced ? index + 2 : undefined}>
      <th scope="row" id={`row-${id}`}>
        <span className="vgrid__name">
          {image && <img src={image} alt="" width={32} height={32} loading="lazy" />}
          <span>{options.length > 0 ? options.map((term) => term || any).join(', ') : label}</span>
        </span>
        {!isEnhanced && (
          <input
            type="hidden"
            name={`seen.${id}`}
            value={JSON.stringify(Object.fromEntries(columns.map(({ name }, column) => [name, cells[column]])))}
          />
        )}
      </th>
      {columns.map((column, place) => {
        const problem = problems.get(cellKey(id, column.name));
        const isSelected = from !== null && to !== null && place >= from && place <= to;
        return (
          <td
            key={column.name}
            data-control={column.control}
            data-changed={values[place] === cells[place] ? undefined : ''}
            data-problem={problem === undefined ? undefined : ''}
            {...(isEnhanced ? { role: 'gridcell', 'aria-selected': isSelected } : {})}
          >
            <Control
              {...{ column, id, problem }}
              value={values[place] ?? ''}
              tabIndex={isEnhanced ? (active === place ? 0 : -1) : undefined}
              onType={(value) => onType(id, place, value)}
              {...{ picture, choose: isEnhanced ? () => onChoose(place) : null }}
            />
            {problem !== undefined && (
              <span className="vgrid__problem" id={`${cellId(id, column.name)}-problem`}>
                {problem}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

interface ControlProps {
  readonly column: GridColumn;
  readonly id: number;
  readonly value: string;
  readonly problem: string | undefined;
  readonly tabIndex: number | undefined;
  readonly onType: (value: string) => void;
  readonly picture: string | undefined;
  /** Opens the picture dialog. Null without script, where the control is a list of the product's images. */
  readonly choose: (() => void) | null;
}

function Control({ column, id, value, problem, tabIndex, onType, picture, choose }: ControlProps) {
  const { name, control, options = [], max } = column;
  const common = {
    id: cellId(id, name),
    name: `cell.${id}.${name}`,
    tabIndex,
    'aria-labelledby': `column-${name} row-${id}`,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': problem === undefined ? undefined : `${cellId(id, name)}-problem`,
  } as const;
  if (control === 'flag')
    return (
      <input
        {...common}
        type="checkbox"
        value="1"
        checked={value !== ''}
        onChange={({ target }) => onType(target.checked ? '1' : '')}
      />
    );
  if (control === 'picture' && choose)
    return (
      <button
        {...common}
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`column-${name} row-${id} ${common.id}-value`}
        onClick={(event) => !event.shiftKey && choose()}
      >
        {picture && value !== '' && <img src={picture} alt="" width={32} height={32} loading="lazy" />}
        <span id={`${common.id}-value`} className={picture && value !== '' ? 'visually-hidden' : undefined}>
          {value === '' ? '–' : `#${value}`}
        </span>
      </button>
    );
  const isOffered = options.some((option) => option.value === value);
  if (control === 'choice' || control === 'picture')
    return (
      <select {...common} value={value} onChange={({ target }) => onType(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {!isOffered && <option value={value}>{`#${value}`}</option>}
      </select>
    );
  return (
    <input
      {...common}
      type="text"
      inputMode={control === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={max}
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
