import type { Iso2, Iti } from 'intl-tel-input';
import styles from 'intl-tel-input/dist/css/intlTelInput.css?url';
import type { AlertFormOptions, PhoneProblem } from '#features/stock-alerts/contract.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';

/** Fields by their form. The library is loaded when the form is used first. */
const fields = new WeakMap<HTMLFormElement, Promise<Iti>>();
const started = new WeakMap<HTMLFormElement, Iti>();

const findInput = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[name="subscriber_phone"]');

/** Makes the phone field choose a country. Without the library it is a plain field, which the server checks. */
export function startPhoneField(form: HTMLFormElement, { country }: AlertFormOptions): void {
  const input = findInput(form);
  if (!input || fields.has(form)) return;
  const loading = Promise.all([import('intl-tel-input'), loadStyleSheet(styles)]).then(
    ([{ default: intlTelInput }]) => {
      const hadFocus = document.activeElement === input;
      const iti = intlTelInput(input, {
        initialCountry: country as Iso2 | '',
        loadUtils: () => import('intl-tel-input/utils'),
        separateDialCode: false,
        strictMode: false,
      });
      started.set(form, iti);
      if (hadFocus) input.focus();
      return iti;
    },
  );
  fields.set(form, loading);
  loading.catch(() => fields.delete(form));
}

/** By the library's names. What it has no name for is not valid. */
const problems: Readonly<Record<string, PhoneProblem>> = { TOO_SHORT: 'PHONE_TOO_SHORT', TOO_LONG: 'PHONE_TOO_LONG' };

/** @returns what is wrong; null for a valid number, or where only the server can tell */
export async function checkPhone(form: HTMLFormElement): Promise<PhoneProblem | null> {
  if (!findInput(form)?.value.trim()) return 'PHONE_INVALID';
  const iti = await fields.get(form)?.catch(() => undefined);
  if (!iti) return null;
  await iti.promise.catch(() => undefined);
  if (iti.isValidNumberPrecise() !== false) return null;
  return problems[String(iti.getValidationError())] ?? 'PHONE_INVALID';
}

/** The international number, or what was typed. */
export const readTypedPhone = (form: HTMLFormElement): string =>
  started.get(form)?.getNumber() || (findInput(form)?.value ?? '');

/** JSON of the selected country's data; empty without the library. */
export function readPhoneMeta(form: HTMLFormElement): string {
  const iti = started.get(form);
  return iti ? JSON.stringify(iti.getSelectedCountry()) : '';
}
