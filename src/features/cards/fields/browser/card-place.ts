import { type CardPlaceSettings, cardFieldsAttribute } from '#features/cards/contract.ts';
import { type CardFieldName, type CardForm, loadWalletSdk, type WalletSdk } from '#features/wallet/browser.ts';
import { sdkCleanupEvent, sdkCreatedEvent } from '#features/wallet/contract.ts';
import { createAlertIcon } from '#ui/browser/field-error.ts';

/** Functions of the page that the fields call. */
export interface CardPlaceHandlers {
  /**
   * Begins the payment. @returns the provider's id of the order. Throws when no payment began; the page shows the
   * reason
   */
  readonly begin: () => Promise<string>;
  /** Called when the provider has approved the payment. Settles when the page leads on or has shown why it can't. */
  readonly onApprove: () => Promise<void>;
  readonly onCancel: () => void;
  /** Settles when the page leads on or has shown why it can't. */
  readonly onError: (error: unknown) => void | Promise<void>;
  /** Called when the account may take cards without card fields: the page then offers the provider's own form. */
  readonly onMissing: () => void;
}

const names: readonly CardFieldName[] = ['name', 'number', 'expiry', 'cvv'];

/**
 * Inserts the card fields into their places, and pays when the button is pressed.
 * @returns a function that removes the fields
 */
export function mountCardPlace(root: HTMLElement, handlers: CardPlaceHandlers): () => void {
  const settings = JSON.parse(root.getAttribute(cardFieldsAttribute) ?? '{}') as CardPlaceSettings;
  const button = root.querySelector('button');
  const label = button?.textContent ?? '';
  const status = root.querySelector<HTMLElement>('[role=status]');
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let form: CardForm | null = null;
  let isPaying = false;

  const find = (name: CardFieldName) => root.querySelector<HTMLElement>(`[data-card-field=${name}]`);
  const showProblem = (name: CardFieldName, text: string | null) => {
    const field = find(name);
    field?.querySelector('.field__error')?.remove();
    form?.setProblem(name, text);
    if (!field || text === null) return;
    const error = document.createElement('p');
    error.className = 'field__error';
    const words = document.createElement('span');
    words.textContent = text;
    error.append(createAlertIcon(), words);
    field.append(error);
  };
  const setPaying = (isNow: boolean) => {
    isPaying = isNow;
    button?.setAttribute('aria-disabled', String(isNow));
    root.toggleAttribute('aria-busy', isNow);
    if (status) status.textContent = isNow ? (settings.texts.paying ?? '') : '';
  };

  /** Shows problems of the fields, and focuses the first field with a problem. */
  const check = async (current: CardForm): Promise<boolean> => {
    const states = await current.read();
    const wrong = names.filter((name) => states[name] !== 'fine');
    for (const name of names) {
      const key = states[name] === 'empty' ? `${name}Missing` : `${name}Wrong`;
      showProblem(name, wrong.includes(name) ? (settings.texts[key] ?? '') : null);
    }
    if (wrong[0]) current.focus(wrong[0]);
    return wrong.length === 0;
  };

  const pay = async () => {
    if (root.dataset.state === 'failed') return load();
    const current = form;
    if (!current || isPaying) return;
    setPaying(true);
    try {
      if (await check(current)) await current.submit();
    } catch (error) {
      await handlers.onError(error);
    } finally {
      setPaying(false);
    }
  };

  /** The replacement keeps the height of the fields, so that the content below does not move. */
  const setState = (state: 'ready' | 'form' | 'none' | 'failed') => {
    const { parentElement: place } = root;
    if (place && state !== 'ready') place.style.minHeight = `${place.offsetHeight}px`;
    root.dataset.state = state;
    if (button) button.textContent = state === 'failed' ? (settings.texts.retry ?? '') : label;
    if (status) status.textContent = settings.texts[state] ?? '';
  };

  const mount = async (sdk: WalletSdk) => {
    const elements = Object.fromEntries(
      names.map((name) => [name, find(name)?.querySelector<HTMLElement>('.card-fields__frame') ?? root]),
    ) as Record<CardFieldName, HTMLElement>;
    for (const element of Object.values(elements)) element.replaceChildren();
    const { fontFamily, fontSize } = getComputedStyle(root);
    const mounted = await sdk.mountCard(
      elements,
      { color: '#1c1c1c', fontFamily, fontSize },
      {
        begin: handlers.begin,
        onApprove: handlers.onApprove,
        onCancel: handlers.onCancel,
        onChange: (name) => showProblem(name, null),
        onEnter: () => void pay(),
      },
    );
    if (signal.aborted) return mounted?.unmount();
    form = mounted;
    if (mounted) return setState('ready');
    setState(sdk.canPay('card', null) ? 'form' : 'none');
    if (root.dataset.state === 'form') handlers.onMissing();
  };
  const load = async () => {
    try {
      delete root.dataset.state;
      await mount(await loadWalletSdk(settings.sdk));
    } catch {
      if (!signal.aborted) setState('failed');
    }
  };

  button?.addEventListener('click', () => void pay(), { signal });
  // The shopper has come back from the page to which the payment led.
  addEventListener('pageshow', ({ persisted }) => persisted && setPaying(false), { signal });
  document.addEventListener(
    sdkCleanupEvent,
    () => {
      form = null;
    },
    { signal },
  );
  document.addEventListener(
    sdkCreatedEvent,
    (event) => {
      const { detail } = event as CustomEvent<{ readonly sdk?: WalletSdk }>;
      // Another place has replaced the SDK, and with it the fields.
      if (detail.sdk && root.dataset.state === 'ready' && form === null) void mount(detail.sdk);
    },
    { signal },
  );
  void load();
  return () => {
    lifetime.abort();
    form?.unmount();
  };
}
