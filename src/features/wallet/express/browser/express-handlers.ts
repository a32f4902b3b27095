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

export interface ExpressSource {
  /** Returns whether the product or cart can be paid for now. If not, tells the shopper what is missing. */
  readonly isReady: () => boolean;
  /** Puts the product into the cart; does nothing when the buttons pay for the cart itself. */
  readonly prepare: () => Promise<void>;
  /** Returns the fields that the shopper has filled in, which complete the data from the wallet. */
  readonly readForm: () => Readonly<Record<string, string>>;
  readonly showError: (error: unknown) => void;
}

/**
 * Error codes of payments that have ended or that the shopper has not approved. After all other failures the checkout
 * continues.
 */
const endedCodes = ['EXPRESS_NOT_APPROVED', 'EXPRESS_ENDED', 'EXPRESS_UNKNOWN'];

/** Thrown to close the wallet's window because the shopper leaves the page. */
class LeavingPage extends Error {}

export const toError = ({ code, message }: Failure): Error => Object.assign(new Error(message), { code });

/**
 * Creates handlers that pay for a cart before the shop knows the address, which the wallet provides.
 * @param isOrderedLater whether the shopper must still complete the checkout's form
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
  /** Total that the shopper saw last, in minor units. */
  #total = 0;
  #address: PartialWalletAddress | null = null;
  #option: string | null = null;
  /** Page of an order that was placed, but whose payment instrument was declined. Null without such an order. */
  #orderPath: string | null = null;

  /** Path that continues the checkout with this payment in any state. */
  get path(): string {
    return paymentPath(this.#id);
  }

  async begin(): Promise<WalletClientData> {
    const reply = await post<ExpressStartReply>(cartOrderCallPath, { [paymentMethodField]: walletId });
    if (!reply.ok) throw toError(reply);
    const { payment, total, client, redirectTo } = reply.data;
    [this.#id, this.#total, this.#address, this.#orderPath] = [payment, total, null, null];
    if (client) return client as unknown as WalletClientData;
    // The shopper has approved the payment before, in this window or another one.
    location.assign(redirectTo ?? checkoutPath);
    throw new LeavingPage();
  }

  /**
   * Asks the shop for the total with an address or shipping option.
   * @param address null for the previous address
   * @returns the reason of a refusal, also when the wallet could not be given the new total; null on success
   */
  async quote(address: PartialWalletAddress | null, option: string): Promise<WalletRefusal | null> {
    // The order exists already: the reopened window asks for its settled address or shipping option.
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

  /** Leads to the page of an order that was placed but not paid. */
  leaveOrder(): void {
    if (this.#orderPath !== null) location.assign(this.#orderPath);
  }
}
