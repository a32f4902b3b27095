import { fillBotCheck } from '#features/bot-check/browser.ts';
import { getNonce } from '#platform/http/browser/nonces.ts';
import { openLightbox } from '#ui/browser/lightbox/lightbox.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import { type AlertFormOptions, subscribeNonce } from '../contract.ts';
import { awaitCheck, fetchPopup, prepareForm } from './alerts/bot-check.ts';
import { followVariation } from './alerts/follow-variation.ts';
import { startPhoneField } from './alerts/phone-field.ts';
import { sendForm } from './alerts/send-form.ts';

/** Shows the form of the chosen variation, sends forms by requests, and opens the dialog of 'Notify me'. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const alerts = element.querySelector<HTMLElement>('[data-alerts]');
  if (!alerts) return;
  const options = JSON.parse(alerts.dataset.alerts ?? '{}') as AlertFormOptions;
  const controller = new AbortController();
  const { signal } = controller;
  followVariation(Number(alerts.dataset.product), (variationId) => showVariation(alerts, variationId), signal);
  for (const form of alerts.querySelectorAll<HTMLFormElement>('.alert-form')) awaitCheck(form);
  alerts.addEventListener(
    'focusin',
    ({ target }) => {
      const form = (target as Element).closest<HTMLFormElement>('.alert-form');
      if (!form) return;
      void prepareForm(form, options);
      startPhoneField(form, options);
    },
    { signal },
  );
  alerts.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      event.preventDefault();
      void (form.matches('[data-alert-popup]') ? openPopup(form, options) : sendForm(form, options));
    },
    { signal },
  );
  return () => controller.abort();
}

/** @param variationId null when no variation is chosen */
function showVariation(alerts: HTMLElement, variationId: number | null): void {
  const parts = [...alerts.querySelectorAll<HTMLElement>('[data-alert-of]')];
  // A product without options has a single form, which stays visible.
  if (parts.length === 1) return;
  const shown = variationId === null ? '' : `${variationId}`;
  for (const part of parts) part.hidden = part.dataset.alertOf !== shown;
}

/**
 * Shows the form in a dialog with a close button. When the shop does not answer, the page stays unchanged. With a bot
 * check that computes a score, the field `security` contains its token.
 */
async function openPopup(place: HTMLFormElement, options: AlertFormOptions): Promise<void> {
  if (place.ariaBusy === 'true') return;
  place.ariaBusy = 'true';
  try {
    await fillBotCheck(place);
    const button = place.querySelector('button');
    if (!button) return;
    // `security` is a token of the bot check for the action `popup_form`, or the nonce of the request to subscribe.
    const token = place.querySelector<HTMLInputElement>('[name="security"]')?.value;
    const nonce = token === undefined ? await getNonce(subscribeNonce) : null;
    button.dataset.security = token ?? (nonce?.ok ? nonce.data : '');
    const { product_id: product = '', variation_id: variation = '', quantity = '', security = '' } = button.dataset;
    const fields = { product_id: product, variation_id: variation, quantity, security };
    const [html] = await Promise.all([fetchPopup(options, fields), loadLightboxStyles()]);
    if (html !== null) showPopup(html, options);
  } finally {
    place.ariaBusy = null;
  }
}

function showPopup(html: string, options: AlertFormOptions): void {
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
