import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { bundleScript } from '../browser-script.ts';
import type { Context } from '../context.ts';
import type { Control } from '../faults/control.ts';
import { readBody, sendJson, sendText } from '../http.ts';
import { saveOrder } from '../money/orders.ts';
import { readAddress } from '../rest/order-input.ts';
import { notFound, Problem } from '../rest/problem.ts';
import { renderButtonsPage } from '../sdk/buttons-page.ts';
import { renderCardField } from '../sdk/card-field-page.ts';
import { buildSdk, buildTestSheet } from '../sdk/script.ts';
import type { Instrument, OrderDocument } from '../state/documents.ts';
import { accounts, instruments } from './accounts.ts';
import { askServer, selectOption } from './ask-server.ts';
import { renderBankPage } from './bank-page.ts';
import { CardPayments } from './card-payments.ts';
import { viewForPage } from './order-view.ts';
import { checkoutPage, payLaterPage } from './page.ts';

type Input = Record<string, unknown>;

/** What browsers load: the SDK, the frame of its buttons, and the page to pay on. */
export class CheckoutServer {
  readonly #context: Context;
  readonly #control: Control;
  readonly #cards: CardPayments;

  constructor(context: Context, control: Control) {
    this.#context = context;
    this.#control = control;
    this.#cards = new CardPayments(context);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#context.publicUrl);
    const noStore = { 'cache-control': 'no-store' };
    if (request.method === 'POST' && url.pathname.startsWith('/checkout/')) {
      return this.#answerPage(request, response, url.pathname.slice('/checkout/'.length));
    }
    if (request.method === 'POST' && url.pathname === '/sdk/sheet-confirm')
      return this.#confirmSheet(request, response);
    if (request.method !== 'GET') return sendText(response, 405, 'text/plain', 'Method not allowed.');
    switch (url.pathname) {
      case '/sdk/js':
        return this.#sendSdk(response, url.searchParams);
      case '/sdk/apple-pay.js':
      case '/sdk/google-pay.js': {
        const script = buildTestSheet(this.#context, url.pathname === '/sdk/apple-pay.js' ? 'apple-pay' : 'google-pay');
        return sendText(response, 200, 'text/javascript', script, noStore);
      }
      case '/sdk/apple-pay-session': {
        const status = this.#context.faults.isDomainKnown ? 200 : 403;
        return sendText(response, status, 'text/plain', '', { ...noStore, 'access-control-allow-origin': '*' });
      }
      case '/sdk/buttons':
        return sendText(response, 200, 'text/html', renderButtonsPage(url.searchParams), noStore);
      case '/sdk/card-field': {
        const page = renderCardField(url.searchParams);
        return sendText(response, page === null ? 404 : 200, 'text/html', page ?? 'Not found.', noStore);
      }
      case '/checkout/bank': {
        const order = this.#context.store.get('orders', url.searchParams.get('token') ?? '');
        return sendText(
          response,
          order ? 200 : 404,
          'text/html',
          order ? renderBankPage(order) : 'Not found.',
          noStore,
        );
      }
      case '/sdk/pay-later':
        return sendText(response, 200, 'text/html', payLaterPage);
      case '/checkoutnow':
        return sendText(response, 200, 'text/html', checkoutPage, noStore);
      case '/checkout/page.js': {
        const script = bundleScript(join(import.meta.dirname, 'browser/page.ts'));
        return sendText(response, 200, 'text/javascript', `(() => {\n${script}\n})();`, noStore);
      }
      default:
        return sendText(response, 404, 'text/plain', 'Not found.');
    }
  }

  #sendSdk(response: ServerResponse, query: URLSearchParams): void {
    const { faults } = this.#context;
    if (faults.failsToServeSdk()) {
      sendText(response, 503, 'text/plain', 'Service unavailable.');
      return;
    }
    const { status, script } = buildSdk(this.#context, query);
    const isReadable = status === 200 || faults.allowsRefusalReading;
    const cors = isReadable ? { 'access-control-allow-origin': '*' } : {};
    sendText(response, status, 'application/javascript', script, { 'cache-control': 'no-store', ...cors });
  }

  /** Asked by the SDK in the shop's page, so from another origin. */
  async #confirmSheet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = { 'access-control-allow-origin': '*' };
    try {
      const { orderId, sheet, number } = JSON.parse(await readBody(request)) as Input;
      const order = this.#context.store.get('orders', String(orderId));
      if (!order || (sheet !== 'apple_pay' && sheet !== 'google_pay')) throw notFound();
      const outcome = await this.#control.finish(this.#cards.confirmSheet(order, sheet, String(number)));
      sendJson(response, 200, outcome, cors);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      sendJson(response, error.status, error.toBody(), cors);
    }
  }

  async #answerPage(request: IncomingMessage, response: ServerResponse, step: string): Promise<void> {
    const { origin } = request.headers;
    const isOwn = origin === undefined || origin === new URL(this.#context.publicUrl).origin;
    if (!isOwn) return sendText(response, 403, 'text/plain', 'Wrong origin.');
    try {
      const input = JSON.parse((await readBody(request)) || '{}') as Input;
      sendJson(response, 200, await this.#take(step, input));
    } catch (error) {
      if (error instanceof SyntaxError) return sendText(response, 400, 'text/plain', 'Not JSON.');
      if (!(error instanceof Problem)) throw error;
      sendJson(response, error.status, error.toBody());
    }
  }

  async #take(step: string, input: Input): Promise<unknown> {
    if (step === 'card-value') {
      this.#cards.keepValue(String(input.form), String(input.field), String(input.value ?? ''));
      return { status: 'kept' };
    }
    const order = this.#context.store.get('orders', String(input.token ?? ''));
    if (!order) throw notFound();
    switch (step) {
      case 'order':
        return { order: viewForPage(this.#context, order), emails: accounts.map(({ email }) => email), instruments };
      case 'sign-in':
        return signIn(input);
      case 'closing':
        return this.#notePlanned(order, 'popupClosed');
      case 'shipping':
        return this.#changeShipping(order, input);
      case 'approve':
        return this.#approve(order, input);
      case 'card-confirm': {
        const name = typeof input.name === 'string' ? input.name : null;
        return this.#control.finish(this.#cards.confirmForm(order, String(input.form), name));
      }
      case 'bank-answer':
        return this.#control.finish(this.#cards.answerChallenge(order, String(input.answer)));
      default:
        throw notFound();
    }
  }

  async #changeShipping(order: OrderDocument, { address, optionId, asksShop }: Input) {
    const optionChosen = typeof optionId === 'string' ? optionId : null;
    const refusal = await askServer(this.#context, order, readAddress(address, '/address'), optionChosen);
    const isOwn = optionChosen !== null && asksShop !== true && !order.context.order_update_callback_config;
    if (isOwn) selectOption(this.#context, order, optionChosen);
    this.#context.store.commit();
    return { refusal, order: viewForPage(this.#context, order) };
  }

  async #approve(order: OrderDocument, { email, instrument, fundingSource, address }: Input) {
    const chosen = instruments.find(({ id }) => id === instrument)?.id ?? ('visa' as Instrument);
    const approved = await this.#control.approve(order.id, {
      email: String(email ?? ''),
      instrument: chosen,
      fundingSource: String(fundingSource ?? 'paypal'),
      ...(address ? { address: readAddress(address, '/address') } : {}),
    });
    const isSilent = order.plan.noReturn === true;
    if (isSilent) this.#notePlanned(order, 'noReturn');
    const { return_url: returnUrl = null } = order.context;
    return { ...approved, returnUrl, isSilent, accessToken: `A21AA${randomBytes(30).toString('base64url')}` };
  }

  /** The shopper does so once: the next time the payment goes through. */
  #notePlanned(order: OrderDocument, fault: 'popupClosed' | 'noReturn'): object {
    delete order.plan[fault];
    saveOrder(this.#context, order);
    this.#context.store.commit();
    return {};
  }
}

/** Any password will do: the accounts are made up. */
function signIn({ email, password }: Input) {
  const account = accounts.find((each) => each.email === String(email).trim().toLowerCase());
  if (!account || !password) return { account: null };
  return { account: { email: account.email, name: account.fullName, addresses: account.addresses } };
}
