import { call } from '#platform/http/browser/api.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';
import type { FormElement } from './form-element.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const selector = '[data-default-from]';

/**
 * Fills in values of the address and of the signed-in customer. They become defaults: what was typed stays, and a
 * reset keeps them.
 */
export async function prefillForm({ form, config }: FormElement): Promise<void> {
  const places = [...form.querySelectorAll<HTMLElement>(selector)];
  const query = new URLSearchParams(location.search);
  for (const place of places)
    if (place.dataset.defaultFrom === 'query') setDefault(place, query.get(place.dataset.defaultKey ?? ''));
  const ofCustomer = places.filter((place) => place.dataset.defaultFrom === 'customer' && !hasValue(place));
  if (ofCustomer.length === 0 || !(await isSignedIn())) return;
  const reply = await call<{ readonly facts: Readonly<Record<string, string>> }>(config.customerPath);
  if (!reply.ok) return;
  for (const place of ofCustomer) setDefault(place, reply.data.facts[place.dataset.defaultKey ?? ''] ?? null);
}

const isSignedIn = (): Promise<boolean> =>
  new Promise((resolve) => {
    const stop = privateState.subscribe(({ known, signedIn }) => {
      if (!known) return;
      resolve(signedIn);
      queueMicrotask(() => stop());
    });
  });

const isControl = (place: Element): place is Control => place.matches('input, textarea, select');

const hasValue = (place: HTMLElement) => isControl(place) && place.value !== '';

function setDefault(place: HTMLElement, value: string | null): void {
  if (value === null || value === '') return;
  if (place instanceof HTMLSelectElement) {
    const option = [...place.options].find((each) => each.value === value);
    if (option) option.defaultSelected = true;
  } else if (place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement) {
    place.defaultValue = place.maxLength > 0 ? value.slice(0, place.maxLength) : value.slice(0, 1000);
  } else {
    const box = [...place.querySelectorAll<HTMLInputElement>('.choice__input')].find((each) => each.value === value);
    if (box) box.defaultChecked = true;
  }
}
