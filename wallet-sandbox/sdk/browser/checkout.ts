import { type CheckoutWindow, openCheckoutWindow } from './checkout-window.ts';
import { sdkConfig } from './config.ts';
import type { ApproveActions, ButtonsOptions } from './options.ts';
import { askShop, type ShippingQuestion } from './shipping.ts';

/** One click on a button, until it is paid, cancelled, closed or failed. */
export class Checkout {
  readonly #options: ButtonsOptions;
  readonly #fundingSource: string;
  readonly #channel = createChannel();
  readonly #onEnd: () => void;
  #window: CheckoutWindow;
  #orderId: Promise<string> | null = null;
  #isDone = false;
  #isRestarted = false;
  #watch: number | undefined;

  constructor(options: ButtonsOptions, fundingSource: string, onEnd: () => void) {
    this.#options = options;
    this.#fundingSource = fundingSource;
    this.#onEnd = onEnd;
    this.#window = openCheckoutWindow(() => void this.#cancel());
    window.addEventListener('message', this.#receive);
    this.#watchWindow();
  }

  async start(): Promise<void> {
    try {
      if (!(await mayGoOn(this.#options, this.#fundingSource))) return this.end();
      this.#orderId = requestOrder(this.#options, this.#fundingSource);
      const orderId = await this.#orderId;
      if (!this.#isDone) this.#window.go(this.#createUrl(orderId));
    } catch (error) {
      if (!this.#isDone) this.#fail(error);
    }
  }

  focus(): void {
    this.#window.focus();
  }

  /** Closes the window without telling the shop. */
  end(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    window.clearInterval(this.#watch);
    window.removeEventListener('message', this.#receive);
    this.#window.close();
    this.#onEnd();
  }

  #createUrl(orderId: string): string {
    const { onShippingAddressChange, onShippingOptionsChange, onShippingChange } = this.#options;
    const callbacks = [
      ...(onShippingAddressChange || onShippingChange ? ['address'] : []),
      ...(onShippingOptionsChange || onShippingChange ? ['option'] : []),
    ];
    const query = new URLSearchParams({
      ...{ token: orderId, channel: this.#channel, origin: location.origin, fundingSource: this.#fundingSource },
      ...{ currency: sdkConfig.currency, intent: sdkConfig.intent, callbacks: callbacks.join(',') },
      ...{ commit: String(sdkConfig.commit), locale: sdkConfig.locale },
    });
    return `${sdkConfig.baseUrl}/checkoutnow?${query}`;
  }

  /** A closed window sends no message. */
  #watchWindow(): void {
    window.clearInterval(this.#watch);
    this.#watch = window.setInterval(() => {
      if (this.#window.isClosed()) void this.#closed();
    }, 100);
  }

  readonly #receive = ({ origin, data }: MessageEvent): void => {
    if (origin !== new URL(sdkConfig.baseUrl).origin || data?.channel !== this.#channel || this.#isDone) return;
    if (data.type === 'approve') void this.#approve(data.payerID, data.token);
    if (data.type === 'cancel') void this.#cancel();
    if (data.type === 'error') this.#fail(new Error(data.message));
    if (data.type === 'shipping') void this.#answerShipping(data.id, data.question);
  };

  async #answerShipping(id: string, question: ShippingQuestion): Promise<void> {
    try {
      const refusal = await askShop(this.#options, question);
      this.#window.post({ channel: this.#channel, type: 'answer', id, refusal });
    } catch (error) {
      this.#window.post({ channel: this.#channel, type: 'answer', id, refusal: 'ADDRESS_ERROR' });
      report(this.#options, error);
    }
  }

  async #approve(payerID: string, facilitatorAccessToken: string): Promise<void> {
    window.clearInterval(this.#watch);
    this.#isRestarted = false;
    const orderID = (await this.#orderId) ?? '';
    const ids = { orderID, payerID, paymentID: null, billingToken: null };
    const data = { ...ids, facilitatorAccessToken, paymentSource: this.#fundingSource };
    try {
      await this.#options.onApprove?.(data, this.#createActions(orderID));
      if (!this.#isRestarted) this.end();
    } catch (error) {
      this.#fail(error);
    }
  }

  #createActions(orderId: string): ApproveActions {
    return {
      restart: () => {
        this.#isRestarted = true;
        if (this.#window.isClosed()) {
          this.#window = openCheckoutWindow(() => void this.#cancel());
          this.#window.go(`${this.#createUrl(orderId)}&restart=true`);
        } else {
          this.#window.post({ channel: this.#channel, type: 'restart' });
        }
        this.#watchWindow();
        return new Promise<never>(() => {});
      },
      redirect: async (url) => {
        if (!/^https?:\/\//.test(url)) throw new Error(`Expected redirect url to be absolute, got: ${url}`);
        this.end();
        location.assign(url);
      },
    };
  }

  async #cancel(): Promise<void> {
    const orderId = this.#orderId;
    this.end();
    const orderID = await orderId?.catch(() => null);
    if (orderID) this.#options.onCancel?.({ orderID }, { redirect: (url: string) => location.assign(url) });
  }

  /** The shopper has closed the window: what the shop hears of it differs. */
  async #closed(): Promise<void> {
    const { onClose } = sdkConfig;
    if (onClose === 'cancel') return this.#cancel();
    const orderId = this.#orderId;
    this.end();
    report(
      this.#options,
      new Error(orderId !== null ? 'Detected popup close' : 'Window is closed, can not determine type'),
    );
    const orderID = onClose === 'both' ? await orderId?.catch(() => null) : null;
    if (orderID) this.#options.onCancel?.({ orderID }, {});
  }

  #fail(error: unknown): void {
    this.end();
    report(this.#options, error);
  }
}

export function createChannel(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the shop lets the click go on. */
export async function mayGoOn({ onClick }: ButtonsOptions, fundingSource: string): Promise<boolean> {
  let isRejected = false;
  const reject = async () => {
    isRejected = true;
  };
  await onClick?.({ fundingSource }, { resolve: async () => {}, reject });
  return !isRejected;
}

export async function requestOrder({ createOrder }: ButtonsOptions, paymentSource: string): Promise<string> {
  const orderId: unknown = await createOrder?.({ paymentSource }, {});
  if (typeof orderId !== 'string' || orderId === '') throw new Error('Expected an order id to be passed');
  return orderId;
}

export function report({ onError }: ButtonsOptions, error: unknown): void {
  if (onError) onError(error);
  else console.error(error);
}
