import { getCheckResponseName } from '#features/form-definitions/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { type FormElement, readFacts } from './form-element.ts';

const marker = 'data-form-check';
/** Milliseconds that a message waits for its check. Without an answer the server decides. */
const patience = 8_000;

/** Checks that are being loaded. */
const pending = new WeakMap<HTMLFormElement, Promise<void>>();

/** @returns resolves when the form can be sent and never rejects; undefined when nothing is pending */
export const getPendingCheck = ({ form }: FormElement): Promise<void> | undefined => pending.get(form);

/** A message that is sent before `isAsked` is known waits. */
export function expectCheck(element: FormElement, isAsked: Promise<boolean>): void {
  waitFor(
    element,
    isAsked.then((asked) => (asked ? putCheck(element) : undefined)),
  );
}

/** Fetches a check. An answer passes once, so each message needs a new one. */
export const loadCheck = (element: FormElement): void => waitFor(element, putCheck(element));

function waitFor(element: FormElement, work: Promise<void>): void {
  const { form } = element;
  if (!hasPlaceForAnswer(element)) return;
  const end = new Promise<void>((resolve) => setTimeout(resolve, patience));
  const ready = Promise.race([work.catch(() => {}), end]).then(() => {
    if (pending.get(form) === ready) pending.delete(form);
  });
  pending.set(form, ready);
}

const hasPlaceForAnswer = ({ form, config }: FormElement): boolean =>
  form.elements.namedItem(getCheckResponseName(config.prefix, config.captcha)) !== null;

async function putCheck(element: FormElement): Promise<void> {
  const { form, config } = element;
  if (!hasPlaceForAnswer(element)) return;
  const result = await call<{ readonly html?: string } | undefined>(`${config.api}/${readFacts(element).id}/check`);
  form.querySelector(`[${marker}]`)?.remove();
  const html = (result.ok && result.data?.html) || '';
  if (html === '') return;
  const place = document.createElement('div');
  place.setAttribute(marker, '');
  place.innerHTML = html;
  const listens = waitForScript(place);
  form.querySelector(`.${config.prefix}-response-output`)?.before(place);
  await listens;
}

function waitForScript(place: HTMLElement): Promise<void> {
  if (!place.querySelector('vt-behaviour')) return Promise.resolve();
  return new Promise((resolve) => {
    for (const type of ['vt:island-ready', 'vt:island-error'])
      place.addEventListener(type, () => resolve(), { once: true });
  });
}

export const hasCheck = ({ form }: FormElement): boolean => form.querySelector(`[${marker}]`) !== null;
