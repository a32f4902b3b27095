/** What is safe in the browser. */

export const searchPath = '/search';

/** Characters from which on suggestions are asked for (spec 9.1/1). */
export const minQueryLength = 3;

/** Of the field, and of what is looked at when more is sent. */
export const maxQueryLength = 100;

/** A suggestion as the call answers with it (spec 3.2). */
export interface Suggestion {
  /** The product's name. */
  readonly value: string;
  readonly url: string;
  /** Address of a small picture; '' when there is none. */
  readonly img: string;
  /** In words: '€18.00 – €42.00'; '' when it has none. */
  readonly price: string;
  /** -1: not selectable. */
  readonly id: number;
}

/** What the form tells its script, as JSON in `data-search`. */
export interface SearchFormData {
  /** Address of the call, to which category and query are added. */
  readonly url: string;
  /** Milliseconds. */
  readonly latency: number;
  readonly texts: {
    readonly list: string;
    readonly loading: string;
    readonly failed: string;
    readonly again: string;
    /** For none, one, two … */
    readonly counts: readonly string[];
  };
}
