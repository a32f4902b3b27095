/** Editable cells, in the order of the columns. */
export const columnNames = [
  'sku',
  'gtin',
  'regularPrice',
  'salePrice',
  'saleFrom',
  'saleTo',
  'onHand',
  'status',
  'backorders',
  'weightGrams',
  'lengthMm',
  'widthMm',
  'heightMm',
  'image',
  'enabled',
] as const;

export type ColumnName = (typeof columnNames)[number];

export interface GridColumn {
  readonly name: ColumnName;
  readonly label: string;
  readonly control: 'text' | 'number' | 'choice' | 'flag' | 'picture';
  readonly decimals?: number;
  readonly max?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** A variation. Cells are texts as staff type them, in the order of the columns. */
export interface GridRow {
  readonly id: number;
  readonly label: string;
  /** Names of terms, in the order of the attributes. Empty when the variation accepts any term. */
  readonly options: readonly string[];
  readonly image: string | null;
  readonly cells: readonly string[];
}

/** Messages or values of cells, by `cellKey`. */
export type CellTexts = Readonly<Record<string, string>>;

export const cellKey = (id: number, column: string): string => `${id}.${column}`;

/** Changed cells by column: id of the variation, the text that staff saw, and the text that they typed. */
export type CellChanges = Readonly<Partial<Record<ColumnName, readonly (readonly [number, string, string])[]>>>;

export interface GridPicture {
  readonly id: number;
  readonly label: string;
  /** Address of the smallest size. */
  readonly image: string;
}

/** Path of the pictures to choose from, below the path of the grid. `?q=` searches the media library. */
export const picturesSuffix = '/pictures';

/** Maximum number of bytes of one call, below the limit of all bodies. */
export const maxCallBytes = 250_000;

/** Maximum number of characters in a cell. */
export const maxCellLength = 200;

/** Field with the idempotency key of the form without script, named as in other forms of the back office. */
export const requestKeyField = '_request';

/** Maximum number of characters in the note of a stock movement. */
export const maxNoteLength = 500;

/** Number of rows per page without script: a form may have 500 fields. */
export const rowsPerPage = 20;

export interface GridFilter {
  readonly text: string;
  readonly only: '' | 'unpriced' | 'out';
  /** Chosen term of each attribute, in the order of the attributes; empty for all terms. */
  readonly options: readonly string[];
}
