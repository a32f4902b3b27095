import type { TermView, VariationTerms } from '#features/catalog/contract.ts';
import type { AddonKind } from '#features/pricing/contract.ts';
import type { LabelledPrice, LivePrice } from '../contract.ts';

/**
 * A variation for sale, with everything that its choice changes. Prices are formatted by the
 * server.
 */
export interface BuyOffer {
  readonly id: number;
  readonly terms: VariationTerms;
  readonly price: string;
  /** The price in minor units. */
  readonly amount: number;
  /** Price before the sale. */
  readonly originalPrice: string | null;
  /** Names the lowest price of the 30 days before the sale. */
  readonly priorPrice: string | null;
  readonly stock: { readonly kind: 'in' | 'low' | 'out' | 'backorder'; readonly text: string };
  /** When it arrives; null: no statement. */
  readonly arrival: string | null;
  /** Max quantity; null when only the server limits it. */
  readonly max: number | null;
  /** Id of the variation's own picture, if it has one. */
  readonly imageId: number | null;
  /** Sanitized HTML; empty when the variation has no description. */
  readonly description: string;
}

export interface BuyChoice {
  /** Attribute slug. */
  readonly slug: string;
  readonly field: string;
  readonly name: string;
  /** Prompt: "Select glaze". */
  readonly selectText: string;
  readonly kind: 'select' | 'swatch';
  readonly terms: readonly TermView[];
}

export interface BuyAddon {
  readonly field: string;
  readonly kind: AddonKind;
  /** Includes the price, if any. */
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly maxLength: number | null;
  /** Whether it has a price; with options, each option has its own. */
  readonly hasPrice: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hasPrice: boolean }[];
  /** Null for all kinds but files. */
  readonly file: FileProps | null;
}

/** What a file field takes, and its calls. */
export interface FileProps {
  /** For the file input. */
  readonly accept: string;
  readonly multiple: boolean;
  /** Separated by commas, for the call. */
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

/** Props of the sticky bar, shown while the button is out of view. */
export interface StickyProps {
  /** Accessible name of the bar. */
  readonly label: string;
  readonly name: string;
  /** Shown while no variation is chosen. */
  readonly price: string;
  readonly picture: string | null;
  /** By picture id, for variations with their own picture. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly selectOptions: string;
}

export interface SetMember {
  readonly productId: number;
  readonly name: string;
  readonly href: string;
  /** Formatted; shown while no variation is chosen. */
  readonly price: string;
  readonly picture: string | null;
  /** Of a variation that can be bought; shown while none is chosen. */
  readonly initialPicture: string | null;
  /** By picture id, for variations with their own picture. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Why it can't be bought here, with a link to its page or not; null: it can. */
  readonly obstacle: { readonly text: string; readonly isLink: boolean } | null;
  readonly choices: readonly BuyChoice[];
  readonly offers: readonly BuyOffer[];
  /** Initial choice, named by the address: term slugs by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly quantity: {
    readonly field: string;
    readonly label: string;
    /** That of the address, else the default. */
    readonly initial: number;
    /** Where the address names none. */
    readonly default: number;
    readonly max: number;
    readonly step: number;
  };
}

export interface SetFormProps {
  /** Prefix of the element ids. */
  readonly id: string;
  readonly members: readonly SetMember[];
  /** Total of the initial choice. */
  readonly price: LivePrice;
  /** Whether the address of the page names the choice. */
  readonly keepsChoiceInUrl: boolean;
  /** Whether it says at once what is missing: it was sent without. */
  readonly isIncomplete: boolean;
  readonly buttons: ButtonProps;
  /** URL of the price request; the form fields are appended. */
  readonly priceUrl: string;
  readonly sticky: StickyProps | null;
  readonly labels: BuyLabels & {
    readonly leaveOut: string;
    readonly chooseItem: string;
    /** With `{select}` and `{item}`. */
    readonly selectItemOption: string;
  };
}

/** Attribute of an element in the form: the total that the form shows, in minor units. Missing while none is known. */
export const totalAttribute = 'data-total';

export interface ShownTotal {
  /** Null: none is shown. */
  readonly total: LabelledPrice | null;
  /** The total in minor units. */
  readonly amount: number | null;
  /** Whether a newer total is requested. */
  readonly isStale: boolean;
  /** Whether it is an answer of the server, which is announced. */
  readonly isAnswer: boolean;
}

/** Labels of the buttons. */
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
  /** Prefix of the element ids. */
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly choices: readonly BuyChoice[];
  readonly offers: readonly BuyOffer[];
  /** Initial choice: term slugs by attribute slug. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly addons: readonly BuyAddon[];
  /** Quantities that one order may have; offers may have a smaller maximum. */
  readonly quantity: { readonly min: number; readonly max: number; readonly step: number };
  /** Sold one at a time: no quantity field. */
  readonly isSoldIndividually: boolean;
  /** Whether the address of the page names the chosen variation. */
  readonly keepsChoiceInUrl: boolean;
  readonly buttons: ButtonProps;
  /** URL of the price request; the form fields are appended. */
  readonly priceUrl: string;
  /** Where alerts are shown. */
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
