/** This module is also imported by the browser. */

export const searchPath = '/search';

/** Number of characters from which suggestions are requested. */
export const minQueryLength = 3;

/** Most characters of a query; longer queries are cut. */
export const maxQueryLength = 100;

export interface Suggestion {
  readonly value: string;
  readonly url: string;
  /** URL of a small picture; '' when there is none. */
  readonly img: string;
  /** Formatted price: '€18.00 – €42.00'; '' without a price. */
  readonly price: string;
  /** Product id; -1 when the suggestion is not selectable. */
  readonly id: number;
}

export interface SearchOverview {
  /** Number of results, at most 1,000. */
  readonly total: number;
  /** Link text such as 'View all 12 results'; '' without results. */
  readonly viewAll: string;
  /** Formatted former prices of the suggested products on sale. */
  readonly formerPrices: readonly { readonly id: number; readonly price: string }[];
  /** Matching categories and brands; the top categories when nothing matches. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** Matching pages of the shop, with the text around the first match. */
  readonly pages: readonly { readonly name: string; readonly url: string; readonly text: string }[];
  /** Announcement of products and pages for screen readers; '' without pages. */
  readonly count: string;
}

/** Data for the script of the form, as JSON in `data-search`. */
export interface SearchFormData {
  /** URL of the request for suggestions, to which category and query are appended. */
  readonly url: string;
  /** URL of the request for a `SearchOverview`, to which category and query are appended. */
  readonly overviewUrl: string;
  readonly keepsRecent: boolean;
  /** Milliseconds without typing before suggestions are requested. */
  readonly latency: number;
  readonly texts: {
    readonly list: string;
    readonly loading: string;
    readonly failed: string;
    readonly again: string;
    /** Contains the placeholder `{query}`. */
    readonly noneFor: string;
    readonly tryInstead: string;
    readonly pages: string;
    readonly recent: string;
    readonly clearRecent: string;
    /** Announcements for 0, 1, 2 … results. */
    readonly counts: readonly string[];
  };
}
