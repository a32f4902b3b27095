/** Imported by the browser. */

export const searchPath = '/search';

/** Characters from which suggestions are requested. */
export const minQueryLength = 3;

/** The longest query of the field; longer queries are cut. */
export const maxQueryLength = 100;

/** A suggestion in the response. */
export interface Suggestion {
  /** The product's name. */
  readonly value: string;
  readonly url: string;
  /** URL of a small picture; '' when there is none. */
  readonly img: string;
  /** Formatted: '€18.00 – €42.00'; '' without a price. */
  readonly price: string;
  /** -1: not selectable. */
  readonly id: number;
}

/** What the panel shows besides suggestions. */
export interface SearchOverview {
  /** At most 1,000. */
  readonly total: number;
  /** 'View all 12 results'; '' without results. */
  readonly viewAll: string;
  /** Formatted former prices of suggested products that are reduced. */
  readonly formerPrices: readonly { readonly id: number; readonly price: string }[];
  /** Categories and brands that match; when nothing matches, the top categories. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** Pages of the shop that match, with the text around the hit. */
  readonly pages: readonly { readonly name: string; readonly url: string; readonly text: string }[];
  /** Announcement of products and pages; '' without pages. */
  readonly count: string;
}

/** Data for the script of the form, as JSON in `data-search`. */
export interface SearchFormData {
  /** URL of the request; category and query are appended. */
  readonly url: string;
  /** URL of the request for a `SearchOverview`; the same is appended. */
  readonly overviewUrl: string;
  /** Whether recent searches are kept in the browser. */
  readonly keepsRecent: boolean;
  /** Milliseconds. */
  readonly latency: number;
  readonly texts: {
    readonly list: string;
    readonly loading: string;
    readonly failed: string;
    readonly again: string;
    /** Contains `{query}`. */
    readonly noneFor: string;
    readonly tryInstead: string;
    readonly pages: string;
    readonly recent: string;
    readonly clearRecent: string;
    /** Announcements for 0, 1, 2 … results. */
    readonly counts: readonly string[];
  };
}
