import { call } from '#platform/http/browser/api.ts';
import { type CallResult, createFailure, type Failure } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { hasCheck, loadCheck } from './bot-check.ts';
import { showChallenges } from './challenges.ts';
import { readFormData } from './conditions.ts';
import { forgetDraft } from './draft.ts';
import {
  createDetail,
  dispatch,
  type FormElement,
  type FormEventDetail,
  type FormReply,
  isBlocked,
  readFacts,
  setStatus,
} from './form-element.ts';
import {
  clearResponse,
  focusFirstError,
  readHtmlText,
  revealMessage,
  showError,
  showMessage,
  showThanks,
} from './show-errors.ts';

/** A second press sends nothing while a call is under way. */
const sending = new WeakSet<HTMLFormElement>();
const resetAfterSending = new WeakSet<HTMLFormElement>();

const getPath = (element: FormElement, rest: string) => `${element.config.api}/${readFacts(element).id}/${rest}`;

function describeFailure({ config }: FormElement, { status, message }: Pick<Failure, 'status' | 'message'>): string {
  return status === 413 ? config.texts.tooLarge : `${message} ${config.texts.retry}`;
}

/** Events and statuses come in the order that scripts of shops that moved here rely on. */
export async function sendForm(element: FormElement, submitter: HTMLElement | null): Promise<void> {
  const { form } = element;
  if (isBlocked(element)) {
    clearResponse(element);
    setStatus(element, 'submitting');
    return;
  }
  if (sending.has(form)) return;
  sending.add(form);
  try {
    await exchange(element, submitter);
  } finally {
    sending.delete(form);
  }
}

async function exchange(element: FormElement, submitter: HTMLElement | null): Promise<void> {
  const formData = readFormData(element.form);
  const isButton = submitter instanceof HTMLInputElement || submitter instanceof HTMLButtonElement;
  if (isButton && submitter.name) formData.append(submitter.name, submitter.value);
  const detail = createDetail(element, formData);
  clearResponse(element);
  dispatch(element, 'beforesubmit', detail);
  setStatus(element, 'submitting');
  const result = await post(element, formData);
  if (!result.ok) showFailure(element, result);
  // A 204 or other JSON does not tell whether the message arrived; sending the same one again is harmless.
  else if (typeof result.data?.status !== 'string') showFailure(element, createFailure('unknown_error', result.status));
  else showReply(element, result.data, { status: result.data.status, detail });
}

async function post(element: FormElement, body: FormData): Promise<CallResult<FormReply | undefined>> {
  const path = getPath(element, 'feedback');
  const hasFiles = [...body.values()].some((value) => typeof value !== 'string' && value.size > 0);
  if (!hasFiles) return call(path, { method: 'POST', body });
  const progress = document.createElement('progress');
  progress.className = 'contact-form__sending';
  const { prefix, texts } = element.config;
  progress.ariaLabel = texts.sending;
  announce(texts.sending);
  const onProgress = (share: number) => {
    progress.value = share;
  };
  element.form.querySelector(`.${prefix}-response-output`)?.before(progress);
  try {
    return await call(path, { method: 'POST', body, onProgress });
  } finally {
    progress.remove();
  }
}

/** Keeps all that was typed; the form can be sent again. */
function showFailure(element: FormElement, failure: Failure): void {
  setStatus(element, 'failed');
  showMessage(element, describeFailure(element, failure));
  revealMessage(element);
}

interface Sent {
  /** The server's value. */
  readonly status: string;
  readonly detail: FormEventDetail;
}

function showReply(element: FormElement, reply: FormReply, { status: value, detail }: Sent): void {
  const { form, config } = element;
  const status = setStatus(element, value);
  detail.status = value;
  detail.apiResponse = reply;
  if (['invalid', 'unaccepted', 'spam', 'aborted'].includes(status)) dispatch(element, status, detail);
  else if (status === 'sent' || status === 'failed') dispatch(element, `mail${status}`, detail);
  showChallenges(element, reply);
  dispatch(element, 'submit', detail);
  const hash = form.querySelector<HTMLInputElement>(`[name="_${config.prefix}_posted_data_hash"]`);
  if (reply.posted_data_hash && hash) hash.value = reply.posted_data_hash;
  if (value === 'mail_sent') {
    forgetDraft(element);
    resetAfterSending.add(form);
    form.reset();
  }
  for (const { field, message } of listInvalidFields(reply)) showError(element, field, readHtmlText(message));
  showMessage(element, reply.message ?? '');
  revealMessage(element);
  // What is wrong was found before the check's answer was read.
  if (status === 'spam' || (hasCheck(element) && status !== 'invalid' && status !== 'unaccepted')) loadCheck(element);
  // The step with an error is shown first.
  if (status === 'invalid') queueMicrotask(() => focusFirstError(element.form));
}

/** Another server may answer with something else than a list of fields. */
const listInvalidFields = ({ invalid_fields: fields }: FormReply) =>
  (Array.isArray(fields) ? fields : []).filter(
    (each) => typeof each?.field === 'string' && typeof each.message === 'string',
  );

/** Fetches new challenges after a native reset. */
export async function refillForm(element: FormElement): Promise<void> {
  const { form } = element;
  const isSent = resetAfterSending.delete(form);
  const detail = createDetail(element, readFormData(form));
  clearResponse(element);
  setStatus(element, 'resetting');
  const reply = await fetchChallenges(element);
  setStatus(element, isSent ? 'mail_sent' : 'init');
  if (isSent) showThanks(element);
  detail.status = form.dataset.status ?? '';
  detail.apiResponse = reply;
  dispatch(element, 'reset', detail);
}

/** Throws nothing: the server says what is wrong with a form without new challenges. */
export async function fetchChallenges(element: FormElement): Promise<FormReply> {
  const result = await call<FormReply | undefined>(getPath(element, 'refill'));
  const reply = (result.ok && result.data) || {};
  showChallenges(element, reply);
  return reply;
}
