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

/**
 * Data for the link to the product's page, as JSON in `data-choice`. With names, because an import of the contracts
 * would split a chunk of the product page's script.
 */
export interface DetailsLinkData {
  readonly variationParameter: string;
  readonly termParameter: string;
  readonly choices: readonly {
    readonly slug: string;
    /** Name of its form field. */
    readonly field: string;
    /** Whether some variation has it without a term. */
    readonly isOpen: boolean;
  }[];
}
