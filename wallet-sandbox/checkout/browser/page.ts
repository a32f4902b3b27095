import { call, formatMoney, type WireAccount, type WireApproval, type WireOrder, type WireStart } from './calls.ts';
import { getById, make, makeChoice, showAlert, showStep } from './elements.ts';
import { fundingSource, hasShopPage, listenForRestart, pageQuery, returnToShop, tellShop } from './link.ts';
import { ReviewForm } from './review.ts';
import { showGuestForm, showSignIn } from './sign-in.ts';

/** The page to pay on: sign in, review, approve. */

let signedIn: { account: WireAccount; instrument: string | null } | null = null;

async function startCheckout(): Promise<void> {
  const start = await call<WireStart>('order');
  if (!start) return fail('This payment was not found', `Order ${pageQuery.get('token')} could not be found`);
  const { order } = start;
  getById('amount').replaceChildren(formatMoney(order.amount));
  const mismatch = findMismatch(order);
  if (mismatch !== null) return fail('This payment can’t be made', mismatch);
  if (order.status === 'COMPLETED') return fail('This payment is already done', `Order ${order.id} is already paid`);
  if (order.status === 'EXPIRED') return fail('This payment has expired', `Order ${order.id} has expired`);
  if (signedIn) return showReview(start, signedIn.account, signedIn.instrument);
  const goOn = (account: WireAccount, instrument: string | null = null) => {
    signedIn = { account, instrument };
    showReview(start, account, instrument);
  };
  if (fundingSource === 'card')
    showGuestForm({ shop: order.shop, needsAddress: order.preference === 'GET_FROM_FILE' }, goOn);
  else showSignIn(start.emails, order.shop, goOn);
  getById('step').append(createCancelLink(order));
}

/** The script's currency and intent must be the order's. */
function findMismatch({ amount, intent }: WireOrder): string | null {
  const wantedCurrency = pageQuery.get('currency') ?? amount.currency_code;
  const wantedIntent = pageQuery.get('intent') ?? intent;
  if (wantedCurrency !== amount.currency_code) {
    const advice = `Please ensure you are passing currency=${amount.currency_code} to the sdk script tag.`;
    return `Expected currency from order api call to be ${wantedCurrency}, got ${amount.currency_code}. ${advice}`;
  }
  if (wantedIntent === intent) return null;
  const advice = `Please ensure you are passing intent=${intent} to the sdk script tag.`;
  return `Expected intent from order api call to be ${wantedIntent}, got ${intent}. ${advice}`;
}

function showReview({ order, instruments }: WireStart, account: WireAccount, instrument: string | null): void {
  const isNow = order.userAction === 'PAY_NOW' || (hasShopPage && pageQuery.get('commit') === 'true');
  const button = make('button', { className: 'main', disabled: true }, isNow ? 'Pay now' : 'Continue');
  const review = new ReviewForm(order, account, (isReady) => {
    button.disabled = !isReady;
  });
  const choices = instruments.map(({ id, label, note }, index) =>
    makeChoice({ name: 'instrument', value: id, label, note, isChosen: index === 0 }),
  );
  const payWith = instrument === null ? make('fieldset', {}, make('legend', {}, 'Pay with'), ...choices) : null;
  const form = make('form', {}, review.element, payWith, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    const chosen = instrument ?? new FormData(form).get('instrument');
    void approve(order, { email: account.email, instrument: chosen, fundingSource, address: review.address });
  });
  showStep(`Review and pay ${order.shop}`, form, createCancelLink(order));
  if (order.needs === 'other-instrument') showAlert('Your payment was declined. Choose another way to pay.');
  if (order.needs === 'confirmation') showAlert('Your bank asks you to confirm this payment.');
  void review.changeAddress(0).then(() => (order.closesItself ? closeAsPlanned(order) : undefined));
}

async function approve(order: WireOrder, input: Record<string, unknown>): Promise<void> {
  const { address, ...rest } = input;
  const approval = await call<WireApproval>('approve', address === null ? rest : input);
  if (!approval) return fail('This payment can’t be made', `Order ${order.id} could not be approved`);
  const { payerId, accessToken, returnUrl, isSilent } = approval;
  showEnd(`Returning to ${order.shop}…`, 'You can close this window if it stays open.');
  if (isSilent) return window.close();
  if (hasShopPage) tellShop({ type: 'approve', payerID: payerId, token: accessToken });
  else returnToShop(returnUrl, 'onApprove', order.id, payerId);
}

/** What the plan of this payment has the shopper do. */
async function closeAsPlanned(order: WireOrder): Promise<void> {
  await call('closing');
  if (window.opener) window.close();
  else cancel(order);
}

function cancel(order: WireOrder): void {
  if (hasShopPage) tellShop({ type: 'cancel' });
  else returnToShop(order.cancelUrl, 'onCancel', order.id);
}

function createCancelLink(order: WireOrder): HTMLElement {
  const button = make('button', { type: 'button' }, `Cancel and return to ${order.shop}`);
  button.addEventListener('click', () => cancel(order));
  return make('div', { className: 'links' }, button);
}

/** Tells the shop's page, which closes this one, and the shopper where no such page waits. */
function fail(heading: string, message: string): void {
  tellShop({ type: 'error', message });
  showEnd(heading, 'Go back to the shop and start again.');
}

function showEnd(heading: string, text: string): void {
  showStep(heading, make('p', {}, text));
}

listenForRestart(() => void startCheckout());
void startCheckout();
