import { fillBotCheck } from '#features/bot-check/browser.ts';
import { type AlertFormOptions, subscribeNonce } from '#features/stock-alerts/contract.ts';
import { getNonce } from '#platform/http/browser/nonces.ts';
import { openLightbox } from '#ui/browser/lightbox/lightbox.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import { awaitCheck, fetchPopup, prepareForm } from './bot-check.ts';
import { startPhoneField } from './phone-field.ts';
import { sendForm } from './send-form.ts';

/**
 * Shows the form in a dialog with a close button. When the shop does not answer, the page is as before. In the mode with
 * a score, `security` is its token.
 */
export async function openPopup(place: HTMLFormElement, options: AlertFormOptions): Promise<void> {
  if (place.ariaBusy === 'true') return;
  place.ariaBusy = 'true';
  try {
    await fillBotCheck(place);
    const button = place.querySelector('button');
    if (!button) return;
    // A token of the check for the action `popup_form`, or the nonce of the call to subscribe.
    const token = place.querySelector<HTMLInputElement>('[name="security"]')?.value;
    const nonce = token === undefined ? await getNonce(subscribeNonce) : null;
    button.dataset.security = token ?? (nonce?.ok ? nonce.data : '');
    const { product_id: product = '', variation_id: variation = '', quantity = '', security = '' } = button.dataset;
    const fields = { product_id: product, variation_id: variation, quantity, security };
    const [html] = await Promise.all([fetchPopup(options, fields), loadLightboxStyles()]);
    if (html !== null) show(html, options);
  } finally {
    place.ariaBusy = null;
  }
}

function show(html: string, options: AlertFormOptions): void {
  const box = document.createElement('div');
  box.className = 'alerts';
  box.innerHTML = html;
  openLightbox(box, { kind: 'inline', label: options.texts.notifyMe });
  const form = box.querySelector<HTMLFormElement>('.alert-form');
  if (!form) return;
  awaitCheck(form);
  void prepareForm(form, options);
  startPhoneField(form, options);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendForm(form, options);
  });
  form.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
}
