import type { AlertFormOptions } from '#features/stock-alerts/contract.ts';
import { call } from '#platform/http/browser/api.ts';

const parts = '[data-alert-check]';

/** Fetches the bot check when the form is first used, because a cached page has none. */
export async function prepareForm(form: HTMLFormElement, options: AlertFormOptions): Promise<void> {
  if (!isFetched(form) || form.dataset.checkState) return;
  if (form.querySelector(`${parts} *`)) return followCheck(form);
  await renewCheck(form, options);
}

/**
 * Replaces the bot check, since each answer is valid once. If people must solve the new check, the button waits for
 * it.
 */
export async function renewCheck(form: HTMLFormElement, options: AlertFormOptions): Promise<void> {
  if (!isFetched(form)) return;
  const place = form.querySelector<HTMLElement>(parts);
  const fresh = await fetchForm(form, options);
  const check = fresh?.querySelector(parts);
  if (!place || !check) return;
  place.replaceChildren(...check.childNodes);
  followCheck(form);
}

const findButton = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('[data-alert-send]');

/**
 * Whether the bot check has to be fetched. A check with a score is in the page: its script makes a token whenever the
 * form is sent.
 */
const isFetched = ({ dataset: { check } }: HTMLFormElement): boolean => check !== undefined && check !== 'score';

/** Disables the button of a form whose check must be solved first. */
export function awaitCheck(form: HTMLFormElement): void {
  const button = findButton(form);
  if (button && form.dataset.check === 'widget') button.disabled = true;
}

/** Enables the button when the widget is solved. Other checks need no action before the form is sent. */
function followCheck(form: HTMLFormElement): void {
  form.dataset.checkState = 'shown';
  if (form.dataset.check !== 'widget') return;
  const button = findButton(form);
  const answer = form.querySelector<HTMLInputElement>(`${parts} input[type="hidden"]`);
  if (!button || !answer) return;
  const update = () => {
    button.disabled = answer.value === '';
  };
  answer.addEventListener('change', update);
  update();
}

async function fetchForm(form: HTMLFormElement, options: AlertFormOptions): Promise<DocumentFragment | null> {
  const fields = new FormData(form);
  const html = await fetchPopup(options, {
    product_id: String(fields.get('product_id')),
    variation_id: String(fields.get('variation_id')),
  });
  if (html === null) return null;
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** @returns null when the shop does not answer */
export async function fetchPopup(
  { ajaxPath, popupAction }: AlertFormOptions,
  fields: Readonly<Record<string, string>>,
): Promise<string | null> {
  const body = new URLSearchParams({ action: popupAction, ...fields });
  const reply = await call<string>(ajaxPath, { method: 'POST', body, as: 'text' });
  return reply.ok ? reply.data : null;
}
