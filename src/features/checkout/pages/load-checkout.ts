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
  /** What was submitted. Default: what was typed before, or what is known of the cart's destination. */
  readonly form?: FormBody;
  /** Why it is refused. Default: nothing. */
  readonly messages?: Partial<CheckoutMessages> | null;
  /** Id of the refusal that is shown: its form and reasons, or of a submitted form its notices alone. Default: none. */
  readonly refusal?: string | null;
  /** Whether the shopper has agreed to a payment of this cart. Default: as the submitted form says. */
  readonly hasAgreed?: boolean;
  /** Details of a guest's last order, which a first form is filled in with. Default: none. */
  readonly lastOrder?: OrderDetails | null;
}

interface KnownForm extends Required<Pick<CheckoutState, 'lastOrder'>> {
  readonly cart: Cart;
  readonly actor: Actor;
  readonly saved: SavedForm | null;
}

/** What was typed before, else what is known. What a guest had typed is filled in for who has signed in since. */
async function createShownForm({ db }: Shop, { cart, actor, saved, lastOrder }: KnownForm): Promise<FormBody> {
  if (saved && !saved.isOfGuest) return saved.form;
  const known = await createFirstForm(db, cart, actor, lastOrder);
  return saved ? fillInForm(saved.form, known) : known;
}

const notRefused: CheckoutMessages = { problems: [], notices: [], couponFailure: null };

/** Reads what the checkout shows. @returns null when the cart can't be ordered and there is nothing to say about it */
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
