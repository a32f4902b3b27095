import type { TermView, VariationTerms } from '#features/catalog/contract.ts';

/** A thing that can be bought, with everything that changes when it is chosen. Prices are formatted by the server. */
export interface BuyOffer {
  readonly id: number;
  readonly terms: VariationTerms;
  readonly price: string;
  /** Price before the sale. */
  readonly originalPrice: string | null;
  readonly stock: { readonly kind: 'in' | 'low' | 'out' | 'backorder'; readonly text: string };
  /** The most one can buy; null leaves it to the server. */
  readonly max: number | null;
  /** Of the picture that shows it, where it has one. */
  readonly imageId: number | null;
  /** HTML, sanitised when it was written; empty when there is nothing to add to what the product says. */
  readonly description: string;
}

export interface BuyChoice {
  /** Attribute slug. */
  readonly slug: string;
  readonly field: string;
  readonly name: string;
  /** Asks to choose: "Select glaze". */
  readonly selectText: string;
  readonly kind: 'select' | 'swatch';
  readonly terms: readonly TermView[];
}

export interface BuyAddon {
  readonly field: string;
  readonly kind: 'text' | 'textarea' | 'checkbox' | 'checkboxes' | 'select' | 'radio';
  /** With its price, where it has one. */
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly maxLength: number | null;
  /** Whether it costs something; where there are options, each says so for itself. */
  readonly hasPrice: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly costs: boolean }[];
}

/** The bar that stands in for the button when that is out of view. */
export interface StickyProps {
  /** What a screen reader calls the bar. */
  readonly label: string;
  readonly name: string;
  /** While no variation is chosen. */
  readonly price: string;
  readonly picture: string | null;
  /** By picture's id, for variations that have their own. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly selectOptions: string;
}

/** What buttons say, and what happens when they can't do their part. */
export interface ButtonProps {
  /** Whether there is one that leads straight to the checkout. */
  readonly hasBuyNow: boolean;
  readonly labels: {
    readonly addToCart: string;
    readonly adding: string;
    readonly buyNow: string;
    readonly toCheckout: string;
    readonly soldOut: string;
  };
}

export interface BuyFormProps {
  /** Stem of the ids inside. */
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly choices: readonly BuyChoice[];
  readonly offers: readonly BuyOffer[];
  /** What is chosen at first, by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly addons: readonly BuyAddon[];
  /** Pieces that can be ordered at once. */
  readonly maxQuantity: number;
  /** One only, so no quantity is asked. */
  readonly isSoldIndividually: boolean;
  readonly buttons: ButtonProps;
  /** Address of the call that says what it comes to, to which the fields are added. */
  readonly priceUrl: string;
  /** Where alerts are said. */
  readonly alerts: 'dialog' | 'browser';
  readonly sticky: StickyProps | null;
  readonly labels: {
    readonly reset: string;
    readonly makeASelection: string;
    readonly unavailable: string;
    readonly notAvailable: string;
    readonly soldOutTerm: string;
    readonly selectOption: string;
    readonly priceBefore: string;
    readonly priceNow: string;
    readonly quantity: string;
    readonly less: string;
    readonly more: string;
    readonly ok: string;
  };
}
