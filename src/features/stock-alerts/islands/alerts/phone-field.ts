import type { Iso2, Iti } from 'intl-tel-input';
import styles from 'intl-tel-input/dist/css/intlTelInput.css?url';
import type { AlertFormOptions, PhoneProblem } from '#features/stock-alerts/contract.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';

/** Phone fields by form. The library is loaded when the form is first used. */
const fields = new WeakMap<HTMLFormElement, Promise<Iti>>();
const started = new WeakMap<HTMLFormElement, Iti>();

const findInput = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[name="subscriber_phone"]');

/**
 * Adds the choice of a country to the phone field. Without the library the field stays a plain input that the server
 * checks.
 */
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

/** Problems by the library's names. All others mean that the number is invalid. */
const problems: Readonly<Record<string, PhoneProblem>> = { TOO_SHORT: 'PHONE_TOO_SHORT', TOO_LONG: 'PHONE_TOO_LONG' };

/** @returns the problem; null for a valid number, or when only the server can check the number */
export async function checkPhone(form: HTMLFormElement): Promise<PhoneProblem | null> {
  if (!findInput(form)?.value.trim()) return 'PHONE_INVALID';
  const iti = await fields.get(form)?.catch(() => undefined);
  if (!iti) return null;
  await iti.promise.catch(() => undefined);
  if (iti.isValidNumberPrecise() !== false) return null;
  return problems[String(iti.getValidationError())] ?? 'PHONE_INVALID';
}

/** Returns the international number, or the typed text when the library is not loaded. */
export const readTypedPhone = (form: HTMLFormElement): string =>
  started.get(form)?.getNumber() || (findInput(form)?.value ?? '');

/** @returns data of the selected country as JSON; empty without the library */
export function readPhoneMeta(form: HTMLFormElement): string {
  const iti = started.get(form);
  return iti ? JSON.stringify(iti.getSelectedCountry()) : '';
}
