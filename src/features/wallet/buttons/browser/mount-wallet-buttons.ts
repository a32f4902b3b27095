import { type CartState, cartUpdatedEvent } from '#features/cart/contract.ts';
import {
  type SdkSettings,
  sdkCleanupEvent,
  sdkCreatedEvent,
  sdkErrorEvent,
  type WalletButtonsSettings,
  type WalletFunding,
  walletButtonsAttribute,
} from '#features/wallet/contract.ts';
import type { MountedButtons, WalletAmount, WalletHandlers, WalletSdk } from '#features/wallet/sdk/adapter.ts';
import { chooseMessage } from '#features/wallet/sdk/browser/choose-message.ts';
import { loadWalletSdk, type SdkEventDetail } from '#features/wallet/sdk/browser/load-sdk.ts';
import { createSdkScript } from '#features/wallet/sdk/browser/sdk-script.ts';
import { isInAppBrowser, type NoteAction, removeButtonNote, showButtonNote } from './button-notes.ts';
import { chooseLook, chooseTextColor } from './buttons-look.ts';
import { askCart, readStatus } from './cart-answer.ts';
import { isAnyRunning, onPaymentEnd, watchPayment } from './running-payments.ts';
import { watchShown } from './watch-shown.ts';

export interface WalletButtonsControl {
  /**
   * Enables or disables the buttons, also while they are loading. Pressing a disabled button still calls `isReady`.
   */
  setEnabled(isEnabled: boolean): void;
  /** Sets the amount to pay, when it is not the cart's total; null while the amount is unknown. */
  setAmount(amount: WalletAmount | null): void;
  unmount(): void;
}

/**
 * Mounts the wallet's buttons in the markup of `WalletButtons`, once the shopper comes near it.
 * @param element the markup, or an element around it
 */
export function mountWalletButtons(element: HTMLElement, handlers: WalletHandlers): WalletButtonsControl {
  const selector = `[${walletButtonsAttribute}]`;
  const root = element.matches(selector) ? element : element.querySelector<HTMLElement>(selector);
  if (!root) throw new Error('There is no place for buttons of the wallet.');
  return new WalletButtonsPlace(root, handlers);
}

class WalletButtonsPlace implements WalletButtonsControl {
  readonly #root: HTMLElement;
  readonly #settings: WalletButtonsSettings;
  readonly #handlers: WalletHandlers;
  readonly #mounted = new Map<WalletFunding, MountedButtons>();
  readonly #lifetime = new AbortController();
  #sdk: WalletSdk | null = null;
  /**
   * Whether the SDK is being replaced, perhaps for another place on the page: two concurrent loads would replace each
   * other.
   */
  #isReplaced = false;
  #askedKey = '';
  #amount: WalletAmount | null = null;
  #shownAmount = '';
  #isEnabled = true;
  #isShown = false;
  #isFresh = false;
  #hasFailed = false;
  #hasNoWindow = isInAppBrowser();
  /** Whether an update is running, and whether another update must follow it. */
  #isUpdating = false;
  #isWanted = false;

  constructor(root: HTMLElement, handlers: WalletHandlers) {
    this.#root = root;
    this.#settings = JSON.parse(root.getAttribute(walletButtonsAttribute) ?? '{}') as WalletButtonsSettings;
    this.#handlers = watchPayment(this, handlers, () => {
      this.#hasNoWindow = true;
      this.#update();
    });
    this.#listen();
  }

  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    for (const buttons of this.#mounted.values()) buttons.setEnabled(isEnabled);
  }

  setAmount(amount: WalletAmount | null): void {
    if (JSON.stringify(amount) === JSON.stringify(this.#amount)) return;
    this.#amount = amount;
    this.#update();
  }

  unmount(): void {
    this.#lifetime.abort();
    this.#unmountButtons();
    removeButtonNote(this.#root);
  }

  #listen(): void {
    const { signal } = this.#lifetime;
    const stop = [
      watchShown(this.#root, (isShown) => {
        this.#isShown = isShown;
        this.#update();
      }),
      onPaymentEnd(() => this.#update()),
    ];
    signal.addEventListener('abort', () => {
      for (const each of stop) each();
    });
    for (const name of [cartUpdatedEvent, 'vt:fragments-changed'])
      document.addEventListener(name, () => this.#update(), { signal });
    const { namespace } = createSdkScript(this.#settings.sdk);
    for (const name of [sdkCleanupEvent, sdkCreatedEvent, sdkErrorEvent]) {
      const listen = ({ detail }: CustomEvent<SdkEventDetail>) => {
        if (detail.namespace === namespace) this.#followSdk(name, detail);
      };
      document.addEventListener(name, listen as EventListener, { signal });
    }
  }

  /**
   * Follows a replacement of the SDK, perhaps by another place on the page: buttons of the old SDK no longer work.
   */
  #followSdk(name: string, { sdk }: SdkEventDetail): void {
    this.#isReplaced = name === sdkCleanupEvent;
    if (this.#isReplaced) this.#unmountButtons();
    this.#sdk = (name === sdkCreatedEvent && sdk) || null;
    if (this.#sdk) this.#hasFailed = false;
    this.#update();
  }

  #unmountButtons(): void {
    for (const buttons of this.#mounted.values()) buttons.unmount();
    this.#mounted.clear();
    delete this.#root.dataset.state;
    this.#shownAmount = '';
    this.#findMessage()?.replaceChildren();
  }

  /** Updates what the place shows. Updates run one at a time, since each may wait for calls and iframes. */
  #update(): void {
    this.#isWanted = true;
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    void (async () => {
      while (this.#isWanted && !this.#lifetime.signal.aborted) {
        this.#isWanted = false;
        await this.#show();
      }
      this.#isUpdating = false;
    })();
  }

  async #show(): Promise<void> {
    if (!this.#isShown) {
      if (!isAnyRunning()) this.#unmountButtons();
      return;
    }
    if (this.#hasFailed) return;
    const { page, flow, texts } = this.#settings;
    const state = await askCart(page, { isFresh: this.#isFresh });
    this.#isFresh = false;
    if (this.#lifetime.signal.aborted) return;
    if (!state) return this.#fail(texts.loadFailed);
    if (readStatus(state)?.isAnswering === false) return this.#fail(texts.outage);
    if (this.#hasNoWindow) return this.#offerPage();
    let sdk: WalletSdk | null = null;
    try {
      sdk = await this.#load(state);
      if (sdk && !this.#lifetime.signal.aborted) await this.#mount(sdk, state);
    } catch (error) {
      // Another SDK has destroyed the buttons during mounting. They return when that SDK is loaded.
      if ((sdk && sdk !== this.#sdk) || this.#lifetime.signal.aborted) return;
      const { code } = error as { code?: string };
      const message = chooseMessage({ code, message: texts.loadFailed }, this.#settings.sdk.errorMessages);
      // Offer the wallet's page: a blocker that stops the script may let the page through.
      this.#fail(message, ...(code === undefined && flow !== 'express' ? [this.#pageAction] : []));
    }
  }

  /** @returns null when the SDK must be replaced, but a payment or another replacement is running */
  async #load(state: CartState): Promise<WalletSdk | null> {
    const { sdk, flow } = this.#settings;
    // An existing order has its own currency.
    const cartParams = flow === 'step' ? {} : state.queryParams;
    const settings: SdkSettings = { ...sdk, queryParams: { ...sdk.queryParams, ...cartParams } };
    const { key } = createSdkScript(settings);
    if (this.#sdk && key === this.#askedKey) return this.#sdk;
    if (this.#isReplaced || isAnyRunning()) return null;
    this.#askedKey = key;
    const loaded = await loadWalletSdk(settings);
    this.#sdk = loaded;
    return loaded;
  }

  async #mount(sdk: WalletSdk, state: CartState): Promise<void> {
    const { fundings, page, flow } = this.#settings;
    const { total, currency } = state.cart;
    const isOfCart = page !== 'product-details' && flow !== 'step';
    const amount = this.#amount ?? (isOfCart ? { amount: total, currency } : null);
    removeButtonNote(this.#root);
    for (const funding of fundings) {
      const element = this.#root.querySelector<HTMLElement>(`[data-funding="${funding}"]`);
      if (!element || isAnyRunning()) continue;
      await this.#mountFunding(sdk, funding, element, amount);
      if (this.#sdk !== sdk || this.#lifetime.signal.aborted) return;
    }
    this.#showMessage(sdk, amount);
    this.#root.dataset.state = 'ready';
  }

  async #mountFunding(
    sdk: WalletSdk,
    funding: WalletFunding,
    element: HTMLElement,
    amount: WalletAmount | null,
  ): Promise<void> {
    const known = this.#mounted.get(funding);
    const canPay = sdk.canPay(funding, amount);
    element.hidden = !canPay;
    if (known && canPay && element.firstChild) return;
    known?.unmount();
    this.#mounted.delete(funding);
    if (!canPay) return;
    const buttons = await sdk.mount(element, chooseLook(this.#settings, funding, element, amount), this.#handlers);
    // Meanwhile the SDK may have been replaced, or the place removed.
    if (this.#sdk !== sdk || this.#lifetime.signal.aborted) return buttons?.unmount();
    if (!buttons) element.hidden = true;
    else this.#mounted.set(funding, buttons);
    buttons?.setEnabled(this.#isEnabled);
  }

  readonly #findMessage = (): HTMLElement | null => this.#root.querySelector('.wallet__message');

  #showMessage(sdk: WalletSdk, amount: WalletAmount | null): void {
    const element = this.#findMessage();
    const key = JSON.stringify(amount);
    if (!element || key === this.#shownAmount) return;
    this.#shownAmount = key;
    if (amount) sdk.showMessage(element, amount, { page: this.#settings.page, color: chooseTextColor(element) });
    else element.replaceChildren();
  }

  #fail(text = '', ...actions: NoteAction[]): void {
    this.#unmountButtons();
    this.#hasFailed = true;
    this.#root.dataset.state = 'failed';
    const retry = () => {
      this.#hasFailed = false;
      this.#isFresh = true;
      this.#update();
    };
    showButtonNote(this.#root, text, ...actions, { label: this.#settings.texts.retry ?? '', run: retry });
  }

  /** Offers a link to the wallet's page when the browser can't open the wallet's window. */
  #offerPage(): void {
    this.#unmountButtons();
    this.#root.dataset.state = 'no-window';
    showButtonNote(this.#root, this.#settings.texts.noWindow ?? '', this.#pageAction);
  }

  get #pageAction(): NoteAction {
    return { label: this.#settings.texts.goOn ?? '', isMain: true, run: () => void this.#leaveForPage() };
  }

  async #leaveForPage(): Promise<void> {
    try {
      if (!(await this.#handlers.isReady())) return;
      location.assign((await this.#handlers.begin(this.#settings.fundings[0] ?? 'paypal')).approveUrl);
    } catch (error) {
      this.#handlers.onError(error);
    }
  }
}
