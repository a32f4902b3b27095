import { type Cart, getCart } from '#features/cart/index.ts';
import type { OrderDetails } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readEmail } from '#platform/forms/kinds/text.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { calculateOrder } from '../calculate-order.ts';
import { type CheckoutView, needsFullAddress, readTaxAddress } from '../checkout-view.ts';
import { agreedField, checkoutPath, emailField, requestKeyField, shippingMethodField } from '../contract.ts';
import { createFirstForm, fillInForm } from '../first-form.ts';
import { checkoutSignIn } from '../ports.ts';
import { hasShippingAddress, readVatNumber } from '../read-form.ts';
import { type CheckoutMessages, readSavedForm, type SavedForm } from '../saved-forms/saved-forms.ts';
import { checkoutFields, checkoutMethodButtons } from '../slots.ts';
import { findSuggestions } from '../suggestions.ts';

export interface CheckoutState {
  /** The submitted form. Default: the saved form, or a form with the known details of the shopper. */
  readonly form?: FormBody;
  /** Reasons for a refusal. Default: none. */
  readonly messages?: Partial<CheckoutMessages> | null;
  /**
   * Id of the refusal that is shown: its form and its reasons, or only its notices when a form was submitted.
   * Default: none.
   */
  readonly refusal?: string | null;
  /** Whether the shopper has approved a payment of this cart. Default: as stated in the submitted form. */
  readonly hasAgreed?: boolean;
  /** Details of a guest's last order, which are filled into a first form. Default: none. */
  readonly lastOrder?: OrderDetails | null;
}

interface KnownForm extends Required<Pick<CheckoutState, 'lastOrder'>> {
  readonly cart: Cart;
  readonly actor: Actor;
  readonly saved: SavedForm | null;
}

/**
 * Returns the saved form, or a form with known details. A form saved by a guest is completed with the details of the
 * customer who has signed in since.
 */
async function createShownForm({ db }: Shop, { cart, actor, saved, lastOrder }: KnownForm): Promise<FormBody> {
  if (saved && !saved.isOfGuest) return saved.form;
  const known = await createFirstForm(db, cart, actor, lastOrder);
  return saved ? fillInForm(saved.form, known) : known;
}

const notRefused: CheckoutMessages = { problems: [], notices: [], couponFailure: null };

/** Loads the data of the checkout. @returns null when the cart can't be ordered and there is no notice to show */
export async function loadCheckout(
  shop: Shop,
  actor: Actor,
  { form: submitted, messages = null, refusal = null, lastOrder = null, ...state }: CheckoutState,
): Promise<CheckoutView | null> {
  const cart = await getCart(shop, getOwner(actor));
  const saved = submitted && refusal === null ? null : await readSavedForm(shop.db, cart, refusal);
  const refused = submitted ? { notices: saved?.messages?.notices ?? [] } : saved?.messages;
  const shown = { ...notRefused, ...refused, ...messages };
  const canBeOrdered = cart.lines.length > 0 && cart.lines.every(({ problem }) => problem === null);
  if (!canBeOrdered && shown.notices.length === 0) return null;
  const form = submitted ?? (await createShownForm(shop, { cart, actor, saved, lastOrder }));
  const context = shop.renderContext(checkoutPath);
  const demand = { form, needsFullAddress: needsFullAddress(cart) };
  const email = readEmail(form, emailField);
  const extraFields = await shop.fill(checkoutFields, context, { actor, isSent: false });
  const order = await calculateOrder(shop, shop.db, cart, {
    email: email.includes('@') ? email : null,
    shippingAddress: hasShippingAddress(form) ? readTaxAddress(shop, 'shipping', demand) : null,
    billingAddress: readTaxAddress(shop, 'billing', demand),
    shippingMethod: readSingleLine(form, shippingMethodField),
    vatNumber: await readVatNumber(form, extraFields),
  });
  const hasAgreed = state.hasAgreed ?? readSingleLine(submitted ?? {}, agreedField) !== '';
  const methodButtons = hasAgreed ? [] : await shop.fill(checkoutMethodButtons, context, null);
  const suggestions = findSuggestions(shop, form);
  const requestKey = readSingleLine(form, requestKeyField) || crypto.randomUUID();
  const { total } = order.calculation.totals;
  const notices = shown.notices.filter((notice) => notice.total === undefined || notice.total === total);
  const facts = {
    listsProblems: true,
    suggestions,
    extraFields,
    fieldNotes: extraFields.flatMap(({ describe }) => describe?.(order.calculation) ?? []),
    methodButtons,
    hasAgreed,
    signIn: shop.implementations(checkoutSignIn)[0]?.render(shop, actor) ?? null,
    requestKey,
    refusal: saved?.messages ? refusal : null,
  };
  return { shop, context, order, form, ...shown, notices, ...facts };
}
