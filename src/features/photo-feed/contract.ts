/** Configuration that a block sends with its call. */
export interface FeedConfig {
  readonly count: number;
  readonly columns: number;
}

export const maxPhotos = 24;
export const minColumns = 2;
export const maxColumns = 6;
