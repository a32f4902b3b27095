import { fillBotCheck } from '#features/bot-check/browser.ts';
import {
  type AlertFormOptions,
  agreeField,
  type SubscriberProblem,
  subscribeNonce,
} from '#features/stock-alerts/contract.ts';
import { checkSubscriber } from '#features/stock-alerts/subscribe/check-subscriber.shared.ts';
import { call } from '#platform/http/browser/api.ts';
import { privateState, syncPrivateState } from '#platform/sessions/browser/private-state.ts';
import { renewCheck } from './bot-check.ts';
import { checkPhone, readPhoneMeta, readTypedPhone } from './phone-field.ts';

/**
 * Checks the fields in the order of the form and sends it. Further presses are ignored while a request is pending.
 */
export async function sendForm(form: HTMLFormElement, options: AlertFormOptions): Promise<void> {
  if (form.ariaBusy === 'true') return;
  const problem = await findProblem(form, options);
  if (problem !== null) return showProblem(form, options, problem);
  form.ariaBusy = 'true';
  try {
    await fillBotCheck(form);
    const body = await readFields(form, options);
    const reply = await call<{ readonly msg: string }>(options.ajaxPath, {
      method: 'POST',
      body,
      nonce: subscribeNonce,
    });
    if (reply.ok) showMessage(form, reply.data.msg);
    else showText(form, options, isNonceFailure(reply.code) ? options.texts.nonceFailed : reply.message);
  } finally {
    form.ariaBusy = null;
    await renewCheck(form, options);
  }
}

/** Two codes mean that the nonce is invalid. */
const isNonceFailure = (code: string): boolean =>
  code === 'rest_cookie_invalid_nonce' || code.endsWith('_nonce_verify_failed');

const getValue = (form: HTMLFormElement, name: string): string | null =>
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? null;

async function findProblem(form: HTMLFormElement, { rules }: AlertFormOptions): Promise<SubscriberProblem | null> {
  const phoneProblem = rules.phone === 'off' ? null : await checkPhone(form);
  const typed = {
    quantity: getValue(form, 'custom_quantity'),
    phone: getValue(form, 'subscriber_phone'),
    name: getValue(form, 'subscriber_name'),
    email: getValue(form, 'user_email') ?? '',
    agrees: form.querySelector<HTMLInputElement>(`[name="${agreeField}"]`)?.checked ?? true,
  };
  return checkSubscriber(typed, rules, () => phoneProblem);
}

/**
 * Reads the fields of the form, and fields that only the script knows: the customer, and the country of the phone
 * number.
 */
async function readFields(form: HTMLFormElement, { action }: AlertFormOptions): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.set(name, value);
  await syncPrivateState();
  const own = privateState.get().state['stock-alerts'] as { readonly userId?: number } | undefined;
  fields.set('action', action);
  fields.set('user_id', String(own?.userId ?? 0));
  if (fields.get('subscriber_phone')) {
    fields.set('subscriber_phone', readTypedPhone(form));
    fields.set('subscriber_phone_meta', readPhoneMeta(form));
  }
  return fields;
}

const problemFields: Readonly<Record<SubscriberProblem, string>> = {
  QUANTITY_EMPTY: 'custom_quantity',
  PHONE_INVALID: 'subscriber_phone',
  PHONE_TOO_SHORT: 'subscriber_phone',
  PHONE_TOO_LONG: 'subscriber_phone',
  NAME_EMPTY: 'subscriber_name',
  EMAIL_EMPTY: 'user_email',
  EMAIL_INVALID: 'user_email',
  AGREE_REQUIRED: agreeField,
};

function showProblem(form: HTMLFormElement, options: AlertFormOptions, problem: SubscriberProblem): void {
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  showText(form, options, options.texts[problem]);
  const field = form.querySelector<HTMLElement>(`[name="${problemFields[problem]}"]`);
  field?.setAttribute('aria-invalid', 'true');
  field?.focus();
}

function showText(form: HTMLFormElement, { prefixes: { stockPrefix } }: AlertFormOptions, text: string): void {
  const line = document.createElement('div');
  line.className = `${stockPrefix}error`;
  line.textContent = text;
  findOutput(form)?.replaceChildren(line);
}

/** @param html HTML of the shop's reply */
function showMessage(form: HTMLFormElement, html: string): void {
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  const output = findOutput(form);
  if (output) output.innerHTML = html;
}

const findOutput = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[role="status"][tabindex="-1"]');
