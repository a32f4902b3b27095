import type { CartReply } from '#features/cart/contract.ts';

export const cartDestinationPath = '/cart/destination';
export const cartShippingPath = '/cart/shipping';
export const deliveryPartId = 'delivery';

/** Paths of the calls that set the destination and the shipping method of a cart, below the shop's {rest}. */
export const cartDestinationCallPath = (rest: string): string => `${rest}/cart/destination`;
export const cartShippingCallPath = (rest: string): string => `${rest}/cart/shipping`;

interface ShippingPackageReply {
  /** The `cart_item_key` of each line in the package. */
  readonly lines: readonly string[];
  /** `amount`: with or without tax as the shop shows prices. */
  readonly options: readonly { readonly id: string; readonly title: string; readonly amount: number }[];
  /** Id of the selected option. Null while the destination is unknown, or nothing ships there. */
  readonly selected: string | null;
}

export interface CartShippingReply extends CartReply {
  readonly shipping: {
    /** Empty when nothing is shipped, else one package. */
    readonly packages: readonly ShippingPackageReply[];
    /** Messages why nothing ships to the destination. */
    readonly problems: readonly string[];
    /** Amount that is missing for free delivery. Null when no minimum makes delivery free. */
    readonly missingForFree: number | null;
  };
}
