import { openTestSheet, sheetConfig } from './test-sheet.ts';

/** What shops give to Apple's session. */
interface ApplePayRequest {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly lineItems?: readonly { readonly label: string; readonly amount: string }[];
  readonly total: { readonly label: string; readonly amount: string };
}

/** A session of Apple Pay JS, as Safari has it, with a test sheet. */
class TestApplePaySession {
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static canMakePayments = () => sheetConfig.canPay;
  static supportsVersion = (version: number) => version <= 14;

  onvalidatemerchant: ((event: { validationURL: string }) => void) | null = null;
  onpaymentauthorized: ((event: { payment: object }) => void) | null = null;
  oncancel: (() => void) | null = null;
  readonly #request: ApplePayRequest;
  readonly #sheet: ReturnType<typeof openTestSheet>;
  /** That was chosen. Apple's sheet has no cards before the shop is validated. */
  #card: string | null = null;
  #isValidated = false;
  #isOver = false;

  constructor(_version: number, request: ApplePayRequest) {
    if (!request.countryCode || !request.currencyCode || !request.total) throw new TypeError('Invalid payment request');
    this.#request = request;
    const { lineItems: lines = [], total, currencyCode: currency } = request;
    this.#sheet = openTestSheet({ title: 'Apple Pay', lines, total, currency }, (card) => {
      if (card === null) {
        this.#end();
        this.oncancel?.();
      } else {
        this.#card = card;
        this.#authorize();
      }
    });
  }

  begin(): void {
    setTimeout(() => this.onvalidatemerchant?.({ validationURL: 'https://apple-pay-gateway.example/session' }));
  }

  completeMerchantValidation(): void {
    this.#isValidated = true;
    this.#authorize();
  }

  #authorize(): void {
    const card = this.#card;
    if (card === null || !this.#isValidated) return;
    this.#card = null;
    const token = { paymentData: { card }, paymentMethod: { network: 'Visa' }, transactionIdentifier: 'test' };
    const billingContact = { countryCode: this.#request.countryCode, addressLines: ['1 Quay Lane'] };
    this.onpaymentauthorized?.({ payment: { token, billingContact } });
  }

  completePayment(): void {
    this.#end();
  }

  abort(): void {
    if (this.#isOver) throw new Error('InvalidAccessError');
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#sheet.close();
  }
}

// A browser that has Apple's keeps it.
Reflect.set(window, 'ApplePaySession', Reflect.get(window, 'ApplePaySession') ?? TestApplePaySession);
