/** What a list tells the script of its quick views, as JSON in `data-cards`. */
export interface QuickViewData {
  /** Address and `action` of the call. */
  readonly url: string;
  readonly action: string;
  readonly texts: { readonly loading: string; readonly failed: string; readonly again: string; readonly whole: string };
}
