/** Data for the quick view script, as JSON in `data-cards`. */
export interface QuickViewData {
  /** URL and `action` of the request. */
  readonly url: string;
  readonly action: string;
  readonly texts: {
    readonly loading: string;
    readonly failed: string;
    readonly retry: string;
    readonly viewFullDetails: string;
  };
}
