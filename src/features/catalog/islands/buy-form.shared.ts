import type { VariationTerms } from '../contract.ts';

/** A thing that can be bought, with everything that changes when it is chosen. Prices are formatted by the server. */
export interface BuyOffer {
  readonly id: number;
  readonly terms: VariationTerms;
  readonly price: string;
  /** Price before the sale. */
  readonly was: string | null;
  readonly stock: { readonly kind: 'in' | 'low' | 'out' | 'backorder'; readonly text: string };
  /** The most one can buy; null leaves it to the server. */
  readonly max: number | null;
}

export interface BuyChoice {
  /** Attribute slug. */
  readonly slug: string;
  readonly field: string;
  readonly name: string;
  readonly kind: 'select' | 'swatch';
  readonly terms: readonly { readonly slug: string; readonly name: string; readonly swatch: string | null }[];
}

export interface BuyAddon {
  readonly field: string;
  readonly kind: 'text' | 'textarea' | 'checkbox' | 'checkboxes' | 'select' | 'radio';
  /** With its price, where it has one. */
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly maxLength: number | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface BuyFormProps {
  /** Stem of the ids inside. */
  readonly id: string;
  readonly choices: readonly BuyChoice[];
  readonly offers: readonly BuyOffer[];
  /** What is chosen at first, by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly addons: readonly BuyAddon[];
  /** One only, so no quantity is asked. */
  readonly single: boolean;
  readonly labels: {
    readonly addToCart: string;
    readonly soldOut: string;
    readonly reset: string;
    readonly unavailable: string;
    readonly notAvailable: string;
    readonly pleaseChoose: string;
    readonly priceBefore: string;
    readonly priceNow: string;
    readonly quantity: string;
    readonly less: string;
    readonly more: string;
  };
}
