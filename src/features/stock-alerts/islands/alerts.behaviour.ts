import type { AlertFormOptions } from '../contract.ts';
import { awaitCheck, prepareForm } from './alerts/bot-check.ts';
import { followVariation } from './alerts/follow-variation.ts';
import { openPopup } from './alerts/open-popup.ts';
import { startPhoneField } from './alerts/phone-field.ts';
import { sendForm } from './alerts/send-form.ts';

/** Shows the form of the chosen variation, sends forms by calls, and opens the dialog of 'Notify me'. */
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

/** @param variationId null: none is chosen */
function showVariation(alerts: HTMLElement, variationId: number | null): void {
  const parts = [...alerts.querySelectorAll<HTMLElement>('[data-alert-of]')];
  // A product without options has one form.
  if (parts.length === 1) return;
  const shown = variationId === null ? '' : `${variationId}`;
  for (const part of parts) part.hidden = part.dataset.alertOf !== shown;
}
