import {
  cartOrderCallPath,
  checkoutPath,
  type ExpressConfirmReply,
  type ExpressQuote,
  type ExpressStartReply,
  expectedTotalField,
  expressConfirmCallPath,
  expressPaymentField,
  expressQuoteCallPath,
  paymentMethodField,
  shippingMethodField,
} from '#features/checkout/contract.ts';
import { paymentPath } from '#features/payments/contract.ts';
import { type WalletClientData, walletId } from '#features/wallet/contract.ts';
import type { PartialWalletAddress, WalletHandlers, WalletRefusal } from '#features/wallet/sdk/adapter.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { Failure } from '#platform/http/browser/request.ts';

/** What is paid for on a page. */
export interface ExpressSource {
  /** Whether it can be paid for now. Says what is missing. */
  readonly isReady: () => boolean;
  /** Puts it into the cart. */
  readonly prepare: () => Promise<void>;
  /** What was typed, which fills in what the wallet does not tell. */
  readonly readForm: () => Readonly<Record<string, string>>;
  /** Shows an error. */
  readonly showError: (error: unknown) => void;
}

/** Of payments that are over, or that nobody has agreed to. After all other failures the checkout goes on. */
const endedCodes = ['EXPRESS_NOT_APPROVED', 'EXPRESS_ENDED', 'EXPRESS_UNKNOWN'];

/** The window closes, because the page is left. */
class LeavingPage extends Error {}

/** A failure of a call, with its code, as an error that is shown. */
export const toError = ({ code, message }: Failure): Error => Object.assign(new Error(message), { code });

/**
 * Pays for a cart whose address only the wallet knows.
 * @param isOrderedLater the shopper still has to see the form of the checkout
 */
export function createExpressHandlers(source: ExpressSource, isOrderedLater: boolean): WalletHandlers {
  const payment = new ExpressPayment();
  return {
    isReady: source.isReady,
    async begin() {
      await source.prepare();
      return payment.begin();
    },
    onAddress: (_, address) => payment.quote(address, ''),
    onShippingOption: (_, option) => payment.quote(null, option),
    async onApprove() {
      if (isOrderedLater) return { kind: 'go', to: payment.path };
      return payment.confirm(source.readForm());
    },
    onCancel: () => payment.leaveOrder(),
    onError(error) {
      if (!(error instanceof LeavingPage)) source.showError(error);
    },
  };
}

const post = <Reply>(path: (rest: string) => string, body: object) =>
  call<Reply>(path(readConfig()?.rest ?? ''), { method: 'POST', body });

const addressParts = ['city', 'state', 'postalCode', 'countryCode'] as const;

const isSameAddress = (one: PartialWalletAddress, other: PartialWalletAddress | null): boolean =>
  addressParts.every((part) => one[part] === other?.[part]);

class ExpressPayment {
  #id = '';
  /** What the shopper was told last, in minor units. */
  #total = 0;
  #address: PartialWalletAddress | null = null;
  #option: string | null = null;
  /** Where an order goes on whose instrument was declined. */
  #orderPath: string | null = null;

  /** Where the checkout goes on with it, whatever has happened. */
  get path(): string {
    return paymentPath(this.#id);
  }

  async begin(): Promise<WalletClientData> {
    const reply = await post<ExpressStartReply>(cartOrderCallPath, { [paymentMethodField]: walletId });
    if (!reply.ok) throw toError(reply);
    const { payment, total, client, redirectTo } = reply.data;
    [this.#id, this.#total, this.#address, this.#orderPath] = [payment, total, null, null];
    if (client) return client as unknown as WalletClientData;
    // The shopper has agreed before, in this window or another one.
    location.assign(redirectTo ?? checkoutPath);
    throw new LeavingPage();
  }

  /** @param address null: the last one. @returns what is wrong, also when the wallet was not told the total */
  async quote(address: PartialWalletAddress | null, option: string): Promise<WalletRefusal | null> {
    // The order was placed: the window that was opened again asks for what is settled.
    if (this.#orderPath !== null) {
      if (address) return isSameAddress(address, this.#address) ? null : 'address';
      return option === this.#option ? null : 'method';
    }
    this.#address = address ?? this.#address;
    const { countryCode = '', state, postalCode, city } = this.#address ?? {};
    const reply = await post<ExpressQuote>(expressQuoteCallPath, {
      ...{ [expressPaymentField]: this.#id, country: countryCode, state: state ?? '', postcode: postalCode ?? '' },
      ...{ city: city ?? '', [shippingMethodField]: option },
    });
    if (!reply.ok) return reply.code === 'SHIPPING_UNAVAILABLE' ? 'country' : address ? 'address' : 'method';
    const { refusal, total, shipping } = reply.data;
    if (refusal === null) [this.#total, this.#option] = [total, shipping.selected];
    return refusal;
  }

  async confirm(form: Readonly<Record<string, string>>): ReturnType<WalletHandlers['onApprove']> {
    const known = { [expressPaymentField]: this.#id, [expectedTotalField]: String(this.#total) };
    const reply = await post<ExpressConfirmReply>(expressConfirmCallPath, { ...form, ...known });
    if (!reply.ok && endedCodes.includes(reply.code)) throw toError(reply);
    if (!reply.ok) return { kind: 'go', to: this.path };
    const { redirectTo, client } = reply.data;
    this.#orderPath = client ? redirectTo : null;
    return client ? { kind: 'choose-again' } : { kind: 'go', to: redirectTo };
  }

  /** An order that was placed and not paid goes on at its own page. */
  leaveOrder(): void {
    if (this.#orderPath !== null) location.assign(this.#orderPath);
  }
}
