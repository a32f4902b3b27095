import type { TermView, VariationTerms } from '#features/catalog/contract.ts';
import type { AddonKind } from '#features/pricing/contract.ts';
import type { LabelledPrice, LivePrice } from '../contract.ts';

/** A variation for sale, with all data that changes when it is chosen. The server formats the prices. */
export interface BuyOffer {
  readonly id: number;
  readonly terms: VariationTerms;
  readonly price: string;
  /** Price in minor units. */
  readonly amount: number;
  readonly originalPrice: string | null;
  /** Text that names the lowest price of the 30 days before the sale. */
  readonly priorPrice: string | null;
  readonly stock: { readonly kind: 'in' | 'low' | 'out' | 'backorder'; readonly text: string };
  /** Text about the delivery date; null when the shop states none. */
  readonly arrival: string | null;
  /** Max quantity; null when only the server limits it. */
  readonly max: number | null;
  /** Id of the variation's own picture, if it has one. */
  readonly imageId: number | null;
  /** Sanitized HTML; empty when the variation has no description. */
  readonly description: string;
}

export interface BuyChoice {
  readonly slug: string;
  readonly field: string;
  readonly name: string;
  /** Prompt such as "Select glaze". */
  readonly selectText: string;
  readonly kind: 'select' | 'swatch';
  readonly terms: readonly TermView[];
}

export interface BuyAddon {
  readonly field: string;
  readonly kind: AddonKind;
  /** Label, which includes the price if there is one. */
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly maxLength: number | null;
  /** Whether the add-on has a price. When it has options, each option has its own price. */
  readonly hasPrice: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hasPrice: boolean }[];
  /** Null unless the add-on is of kind `file`. */
  readonly file: FileProps | null;
}

export interface FileProps {
  readonly accept: string;
  readonly multiple: boolean;
  /** Accepted types separated by commas, for the upload request. */
  readonly types: string;
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly uploadUrl: string;
  readonly removeUrl: string;
  readonly labels: {
    readonly tooLarge: string;
    readonly tooMany: string;
    readonly wait: string;
    readonly unresolved: string;
    readonly uploading: string;
    readonly uploaded: string;
    readonly choose: string;
    readonly drop: string;
    readonly retry: string;
    readonly cancel: string;
    readonly remove: string;
    readonly removed: string;
  };
}

/** Props of the sticky bar, which is shown while the button is out of view. */
export interface StickyProps {
  /** Accessible name of the bar. */
  readonly label: string;
  readonly name: string;
  /** Price shown while no variation is chosen. */
  readonly price: string;
  readonly picture: string | null;
  /** Pictures by id, for variations with their own picture. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly selectOptions: string;
}

export interface SetMember {
  readonly productId: number;
  readonly name: string;
  readonly href: string;
  /** Formatted price, shown while no variation is chosen. */
  readonly price: string;
  readonly picture: string | null;
  /** Picture of a variation that can be bought, shown while no variation is chosen. */
  readonly initialPicture: string | null;
  readonly pictures: Readonly<Record<string, string>>;
  /** Reason why the member can't be bought in this form, linked to its page or not. Null when it can be bought. */
  readonly obstacle: { readonly text: string; readonly isLink: boolean } | null;
  readonly choices: readonly BuyChoice[];
  readonly offers: readonly BuyOffer[];
  /** Initial choice, taken from the page's URL: term slugs by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly quantity: {
    readonly field: string;
    readonly label: string;
    /** Quantity in the page's URL, else the default quantity. */
    readonly initial: number;
    readonly default: number;
    readonly max: number;
    readonly step: number;
  };
}

export interface SetFormProps {
  readonly id: string;
  readonly members: readonly SetMember[];
  /** Total price of the initial choice. */
  readonly price: LivePrice;
  readonly keepsChoiceInUrl: boolean;
  /** Whether missing choices show an error at once, because the form was sent without them. */
  readonly isIncomplete: boolean;
  readonly buttons: ButtonProps;
  /** URL of the price request, to which the form fields are appended. */
  readonly priceUrl: string;
  readonly sticky: StickyProps | null;
  readonly labels: BuyLabels & {
    readonly leaveOut: string;
    readonly chooseItem: string;
    /** Text with the placeholders `{select}` and `{item}`. */
    readonly selectItemOption: string;
  };
}

/**
 * Attribute of an element in the form: the total that the form shows, in minor units. Absent while the total is
 * unknown.
 */
export const totalAttribute = 'data-total';

export interface ShownTotal {
  readonly total: LabelledPrice | null;
  readonly amount: number | null;
  /** Whether the request for a newer total is pending. */
  readonly isStale: boolean;
  /** Whether the total is an answer of the server, which is announced to screen readers. */
  readonly isAnswer: boolean;
}

export interface ButtonProps {
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
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly choices: readonly BuyChoice[];
  readonly offers: readonly BuyOffer[];
  /** Initial choice: term slugs by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly addons: readonly BuyAddon[];
  /** Limits of the quantity in one order. An offer may have a smaller maximum. */
  readonly quantity: { readonly min: number; readonly max: number; readonly step: number };
  /** True when the product is sold one at a time: there is no quantity field. */
  readonly isSoldIndividually: boolean;
  readonly keepsChoiceInUrl: boolean;
  readonly buttons: ButtonProps;
  readonly priceUrl: string;
  /** How errors of 'Buy now' are shown. */
  readonly alerts: 'dialog' | 'browser';
  readonly sticky: StickyProps | null;
  readonly labels: BuyLabels;
}

export interface BuyLabels {
  /** Text after prices, such as 'incl. VAT'; may be empty. */
  readonly priceNote: string;
  /** Label of the total of one item. */
  readonly total: string;
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
}
