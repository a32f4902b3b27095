import type { PopupTexts } from '#features/accounts/popup/popup.shared.ts';
import { emailField } from '#features/checkout/contract.ts';
import { loadPopup, takePopupCode } from './account-link/load-popup.ts';

/**
 * The button keeps the typed values of the checkout, as it does without script, and then opens the popup over the
 * checkout. The popup opens by itself for the notice of a failed sign-in.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const button = element.querySelector('button');
  const form = button?.form;
  if (!button || !form) return;
  const controller = new AbortController();
  const texts = JSON.parse(button.dataset.texts ?? '{}') as PopupTexts;
  const open = async (notice: string | null): Promise<void> => {
    const { openPopup } = await loadPopup();
    await openPopup(button.dataset.url ?? '', texts, notice, readEmail(form));
  };
  const keepAndOpen = async (): Promise<void> => {
    const [popup] = await Promise.all([loadPopup(), keepForm(form, button)]);
    await popup.openPopup(button.dataset.url ?? '', texts, null, readEmail(form));
  };
  button.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      keepAndOpen().catch(() => leaveWithoutScript(form, button));
    },
    { signal: controller.signal },
  );
  const code = takePopupCode();
  if (code !== null) open(code).catch(() => {});
  return () => controller.abort();
}

/** The address that was typed into the checkout is most likely the account's. */
const readEmail = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>(`[name=${emailField}]`)?.value ?? '';

/**
 * Posts the form to the button's address and stays on the page.
 * @throws when the shop did not keep the values
 */
async function keepForm(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const response = await fetch(button.formAction, { method: 'POST', body, redirect: 'manual' });
  if (response.type !== 'opaqueredirect') throw new Error(`the form was not kept: ${response.status}`);
}

/** Scripts of the form would take its submit event for an order. */
function leaveWithoutScript(form: HTMLFormElement, button: HTMLButtonElement): void {
  form.action = button.formAction;
  form.noValidate = true;
  form.submit();
}
