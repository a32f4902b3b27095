/** What the grid and its script share. */

/** Cells that can be typed in, in the order of the columns. */
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

/** A variation. Cells are texts as they are typed, in the order of the columns. */
export interface GridRow {
  readonly id: number;
  readonly label: string;
  /** Names of terms, in the order of the attributes. Empty: any. */
  readonly options: readonly string[];
  readonly image: string | null;
  readonly cells: readonly string[];
}

/** Problems and conflicts by `cellKey`. */
export type CellTexts = Readonly<Record<string, string>>;

export const cellKey = (id: number, column: string): string => `${id}.${column}`;

/** Changed cells by column: id, the text that it was seen with, and the text that was typed. */
export type CellChanges = Readonly<Partial<Record<ColumnName, readonly (readonly [number, string, string])[]>>>;

/** A picture that can be chosen. */
export interface GridPicture {
  readonly id: number;
  readonly label: string;
  /** Address of its smallest size. */
  readonly image: string;
}

/** After the path of the grid: pictures to choose from. `?q=` searches the library. */
export const picturesSuffix = '/pictures';

/** Bytes of one call, below the limit of all bodies. */
export const maxCallBytes = 250_000;

/** Characters of a cell. */
export const maxCellLength = 200;

/** Of the form without script, as forms of the back office name it. */
export const requestKeyField = '_request';

/** Of a movement of stock. */
export const maxNoteLength = 500;

/** Rows of a page without script: a form may have 500 fields. */
export const rowsPerPage = 20;

export interface GridFilter {
  readonly text: string;
  readonly only: '' | 'unpriced' | 'out';
  /** By attribute, the name of a term; empty for all. */
  readonly options: readonly string[];
}
