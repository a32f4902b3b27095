/** Data for the quick view script, as JSON in `data-cards`. */
export interface QuickViewData {
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
 * Data for the link to the product's page, as JSON in `data-choice`. It contains the parameter names, because
 * importing them from the contracts would split a chunk of the product page's script.
 */
export interface DetailsLinkData {
  readonly variationParameter: string;
  readonly termParameter: string;
  readonly choices: readonly {
    readonly slug: string;
    /** Name of the form field of the attribute. */
    readonly field: string;
    /** Whether some variation leaves the attribute open. */
    readonly isOpen: boolean;
  }[];
}
