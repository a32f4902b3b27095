import type { CheckoutTitles } from '#features/checkout/contract.ts';
import type { TextLook } from '#platform/forms/field-look.shared.tsx';
import type { ExtraFieldData, StoreCheckout } from '../api/checkout-schemas.ts';

export interface ShownCheckout extends StoreCheckout {
  readonly __experimentalCart: NonNullable<StoreCheckout['__experimentalCart']>;
  readonly extensions: { readonly checkout: NonNullable<StoreCheckout['extensions']['checkout']> };
}

export interface FieldProblem {
  /** Parameter name of the store API: `billing_address.city`. */
  readonly param: string;
  readonly message: string;
}

export interface Notice {
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string } | undefined;
  /** The total that the notice mentions, in minor units. */
  readonly total?: number | undefined;
}

export interface BlockCheckoutProps {
  readonly checkout: ShownCheckout;
  /** Whether the billing address equals the delivery address. */
  readonly isSame: boolean;
  /** Problems of the last submission without script. */
  readonly problems: readonly FieldProblem[];
  readonly notices: readonly Notice[];
  readonly couponFailure: string | null;
  readonly requestKey: string;
  readonly api: {
    readonly root: string;
    /** Nonce for the first write. Null: the first reply brings one. */
    readonly nonce: string | null;
    readonly storePlugin: string;
    /** Prefix of the shop's own URLs in replies. */
    readonly publicUrl: string;
  };
  /** Fields whose names begin with the prefix are sent as `extensions` of the namespace. */
  readonly extensions: readonly { readonly prefix: string; readonly namespace: string }[];
  readonly countries: readonly { readonly value: string; readonly label: string }[];
  readonly fields: {
    readonly email: TextLook;
    readonly phone: TextLook | null;
    readonly note: TextLook;
  };
  /** HTML of hidden fields of other features. */
  readonly extensionsHtml: string;
  readonly extraFields: readonly ExtraFieldData[];
  /** HTML above the contact fields. */
  readonly signInHtml: string;
  /** HTML that replaces the order button, by payment method. */
  readonly methodButtons: readonly { readonly method: string; readonly html: string }[];
  readonly titles: CheckoutTitles;
  readonly termsPath: string | null;
  readonly taxDisplay: 'including' | 'excluding';
  readonly paths: { readonly cart: string; readonly checkout: string };
  readonly labels: Readonly<Record<Label, string>>;
}

export type Label =
  | 'contact'
  | 'delivery'
  | 'shipping'
  | 'free'
  | 'deliveredByEmail'
  | 'shippingReplaced'
  | 'billing'
  | 'sameAddress'
  | 'payment'
  | 'paymentNone'
  | 'note'
  | 'termsBefore'
  | 'termsLink'
  | 'termsAfter'
  | 'placeOrder'
  | 'placing'
  | 'suggestion'
  | 'useSuggestion'
  | 'updateTotal'
  | 'summary'
  | 'times'
  | 'editCart'
  | 'coupons'
  | 'couponTitle'
  | 'couponCode'
  | 'couponApply'
  | 'couponRemove'
  | 'couponRemoveNamed'
  | 'taxIncluded'
  | 'totalChanged'
  | 'notPlaced'
  | 'notUpdated'
  | 'retry'
  | 'problemsTitle'
  | 'requiredNote';

/** Form fields with their own parameter in the store API, by field name. */
const contactNames: Readonly<Record<string, string>> = {
  billing_email: 'billing_address.email',
  billing_phone: 'billing_address.phone',
  order_comments: 'customer_note',
  payment_method: 'payment_method',
  shipping_method: 'shipping_rate',
};

/** Whether one address is used for both. The fields then show the delivery address. */
interface AddressState {
  readonly isSame: boolean;
  readonly storePlugin: string;
}

/**
 * Converts a field name: `shipping_city` -> `shipping_address.city`, or `billing_address.city` with one address for
 * both.
 */
export function toParam(name: string, { isSame, storePlugin }: AddressState): string {
  const known = contactNames[name];
  if (known !== undefined) return known;
  const [, kind, key] = /^(billing|shipping)_(.+)$/.exec(name) ?? [];
  if (kind === undefined) return `additional_fields.${storePlugin}/${name}`;
  return `${isSame ? 'billing' : kind}_address.${key}`;
}

/** Returns the id of the control for a parameter: `billing-city`, or `shipping-city` with one address for both. */
export function toControlId(param: string, { isSame, storePlugin }: AddressState): string {
  const [, kind, key] = /^(billing|shipping)_address\.(.+)$/.exec(param) ?? [];
  if (kind !== undefined) return `${isSame && key !== 'email' && key !== 'phone' ? 'shipping' : kind}-${key}`;
  const contact = Object.entries(contactNames).find(([, known]) => known === param);
  return contact?.[0] ?? param.replace(`additional_fields.${storePlugin}/`, '');
}

/** Keeps the shopper on the origin at which the page is open, since a shop may have several. */
export function toLocalUrl(url: string, { publicUrl }: Pick<BlockCheckoutProps['api'], 'publicUrl'>): string {
  return url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
}

/** Finds the suggestion for a control, and the form field that the suggestion corrects. */
export type FindSuggestion = (name: string) => { readonly field: string; readonly value: string } | undefined;

export type FindError = (name: string) => string | undefined;
