import {
  type SheetAmount,
  type SheetClientData,
  type SheetPlaceSettings,
  sheetAttribute,
} from '#features/cards/contract.ts';
import { fetchAddressLocales, hasCompleteAddresses, orderForm } from '#features/checkout/browser.ts';
import { expectedTotalField, paymentMethodField, totalPartsAttribute } from '#features/checkout/contract.ts';
import {
  chooseTextColor,
  createMethodHandlers,
  createStepHandlers,
  readPrintedOrder,
  showError,
} from '#features/wallet/browser.ts';
import { findSheet } from './find-sheet.ts';
import type { ConfirmOrder, Sheet } from './sheet.ts';

/**
 * Submits the form of a checkout or pays an existing order, once the shopper has agreed in the sheet of this place.
 */
export function mountSheetPlace(element: HTMLElement): (() => void) | undefined {
  const root = element.querySelector<HTMLElement>(`[${sheetAttribute}]`);
  const form = element.closest('form');
  if (!root) return;
  const settings = JSON.parse(root.getAttribute(sheetAttribute) ?? '{}') as SheetPlaceSettings;
  if (!settings.step && !form) return;
  const place = new SheetPlace(element, root, settings, form);
  void place.show();
  return () => place.end();
}

/** Creates an error with the sentences that the page shows as the reason. */
const refuse = (...messages: readonly (string | undefined)[]) => new AggregateError(messages);

/** Whether all visible fields are valid, such as the consent to terms. Hidden fields don't belong to the order. */
const isFilledIn = (form: HTMLFormElement): boolean =>
  ![...form.querySelectorAll('input:invalid, select:invalid, textarea:invalid')].some((field) =>
    field.checkVisibility(),
  );

class SheetPlace {
  readonly #element: HTMLElement;
  readonly #root: HTMLElement;
  readonly #settings: SheetPlaceSettings;
  readonly #form: HTMLFormElement | null;
  readonly #handlers: ReturnType<typeof createStepHandlers>;
  readonly #lifetime = new AbortController();
  #isPaying = false;
  /**
   * Whether the addresses of the form are complete. Known in advance, because a press of the button can't wait for
   * the answer.
   */
  #isComplete = true;

  constructor(element: HTMLElement, root: HTMLElement, settings: SheetPlaceSettings, form: HTMLFormElement | null) {
    [this.#element, this.#root, this.#settings] = [element, root, settings];
    this.#form = settings.step ? null : form;
    const showErrors = (errors: readonly unknown[]) => this.#showErrors(errors);
    this.#handlers = this.#form
      ? createMethodHandlers(this.#form, showErrors, settings.method)
      : createStepHandlers(
          { approveUrl: '', ...(settings.step?.client ?? { orderId: '' }) },
          readPrintedOrder(),
          showErrors,
        );
  }

  async show(): Promise<void> {
    const sheet = await findSheet(this.#settings);
    if (this.#lifetime.signal.aborted) return;
    this.#root.dataset.state = sheet ? 'ready' : 'missing';
    if (!sheet) return this.#setStatus(this.#settings.texts.missing);
    const button = sheet.createButton(this.#settings, chooseTextColor(this.#root), () => void this.#press(sheet));
    this.#root.querySelector('.sheet__button')?.replaceChildren(button);
    this.#followAddresses();
  }

  end(): void {
    this.#lifetime.abort();
  }

  #followAddresses(): void {
    const form = this.#form;
    if (!form) return;
    const check = async () => {
      this.#isComplete = await hasCompleteAddresses(form);
    };
    for (const name of ['input', 'change'])
      form.addEventListener(name, () => void check(), { signal: this.#lifetime.signal });
    void fetchAddressLocales().then(check);
  }

  /** Reads the order's amount from the page, as the server has calculated it. */
  #readAmount(): SheetAmount {
    const { step } = this.#settings;
    if (step) return step.amount;
    const field = this.#form?.querySelector<HTMLInputElement>(`[name=${expectedTotalField}]`);
    return { total: Number(field?.value), parts: JSON.parse(field?.getAttribute(totalPartsAttribute) ?? '{}') };
  }

  #isChosen(): boolean {
    return !this.#form || new FormData(this.#form).get(paymentMethodField) === this.#settings.method;
  }

  async #press(sheet: Sheet): Promise<void> {
    // The place of a previously selected method may still be in the page.
    if (this.#isPaying || !this.#isChosen()) return;
    this.#isPaying = true;
    const amount = this.#readAmount();
    let path: string | null = null;
    try {
      if (this.#form && !(this.#isComplete && isFilledIn(this.#form)))
        return await this.#submitWithoutSheet(this.#form);
      // Nothing may be awaited before this call: browsers open a sheet only during the press of the button.
      await sheet.open(this.#settings, amount, async (confirm) => {
        path = await this.#pay(amount, confirm);
      });
    } catch (error) {
      this.#showErrors(error instanceof AggregateError ? error.errors : [this.#settings.texts.failed]);
      if (!(error instanceof AggregateError)) this.#handlers.onCancel();
    } finally {
      this.#isPaying = false;
      this.#setStatus('');
    }
    if (path !== null) location.assign(path);
  }

  /**
   * Submits the form without the sheet. When values are missing, the shop's answer names them in the same words as
   * for all orders.
   */
  async #submitWithoutSheet(form: HTMLFormElement): Promise<void> {
    const ordered = await orderForm(form);
    if (ordered.ok) location.assign(ordered.redirectTo);
    else this.#showErrors(ordered.messages);
  }

  /** @returns path where the shopper continues. Throws when nothing was paid */
  async #pay(shown: SheetAmount, confirm: ConfirmOrder): Promise<string | null> {
    const { texts, currency, step } = this.#settings;
    this.#setStatus(texts.paying);
    if (this.#readAmount().total !== shown.total) throw refuse(texts.changed);
    const client = (await this.#handlers.begin('card')) as unknown as SheetClientData;
    // The shopper has agreed to the amount in the sheet and to no other.
    if (Number(client.amount) !== shown.total || client.currency !== currency) throw refuse(texts.changed);
    const { orderId } = client;
    await confirm(orderId);
    const outcome = await this.#handlers.onApprove({ orderId });
    if (outcome.kind === 'go') return outcome.to;
    // The next attempt needs another order of the provider, which the page of an existing order renders.
    if (step) return location.href;
    throw refuse(outcome.kind === 'choose-again' ? outcome.message : texts.failed);
  }

  #setStatus(text: string): void {
    const status = this.#root.querySelector('[role=status]');
    if (status) status.textContent = text;
  }

  #showErrors(errors: readonly unknown[]): void {
    const { errorMessages } = this.#settings.sdk;
    showError(errors, { errorMessages, page: 'checkout', before: this.#element });
  }
}
