import type { CartReply } from '#features/cart/contract.ts';

export const cartDestinationPath = '/cart/destination';
export const cartShippingPath = '/cart/shipping';
/** Id of the part of the page about delivery. */
export const deliveryPartId = 'delivery';

/** Paths of the calls that set where a cart is sent and how, below the shop's {rest}. */
export const cartDestinationCallPath = (rest: string): string => `${rest}/cart/destination`;
export const cartShippingCallPath = (rest: string): string => `${rest}/cart/shipping`;

interface ShippingPackageReply {
  /** The cart_item_keys of its lines. */
  readonly lines: readonly string[];
  /** `amount`: with or without tax as the shop shows prices. */
  readonly options: readonly { readonly id: string; readonly title: string; readonly amount: number }[];
  /** Id of the selected option; null while the destination is unknown, or nothing ships there. */
  readonly selected: string | null;
}

export interface CartShippingReply extends CartReply {
  readonly shipping: {
    /** Empty when nothing is shipped, else one. */
    readonly packages: readonly ShippingPackageReply[];
    /** Why nothing ships to the destination, in words. */
    readonly problems: readonly string[];
    /** What the items lack for free delivery; null when no minimum makes it free. */
    readonly missingForFree: number | null;
  };
}
