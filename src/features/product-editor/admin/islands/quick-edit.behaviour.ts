import { createRequestKey } from '#platform/admin/browser/request-key.ts';
import { announce } from '#platform/islands/browser/announce.ts';

/**
 * Turns a value of the list into a field, and saves the value alone. Without script the link of the value leads to a
 * page with the same field.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const link = element.querySelector<HTMLAnchorElement>('a[data-quick-edit]');
  if (!link) return;
  const controller = new AbortController();
  link.addEventListener(
    'click',
    (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openField(link);
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}

function openField(link: HTMLAnchorElement): void {
  const { field = '', value = '', label = '' } = link.dataset;
  const input = document.createElement('input');
  // The input has no name, so it is not sent with the list's form, which sends the marked rows to an action.
  Object.assign(input, { className: 'control quick-edit', inputMode: 'decimal', autocomplete: 'off', value });
  input.setAttribute('aria-label', label);
  const problem = document.createElement('small');
  problem.setAttribute('role', 'alert');
  problem.className = 'quick-edit__problem';
  link.hidden = true;
  link.after(input, problem);
  input.focus();
  input.select();
  let isDone = false;
  const close = (isFocused: boolean) => {
    isDone = true;
    link.hidden = false;
    input.remove();
    problem.remove();
    if (isFocused) link.focus();
  };
  const save = async (isFocused: boolean) => {
    if (isDone || input.readOnly) return;
    if (input.value.trim() === value && !unanswered.has(link)) return close(isFocused);
    input.readOnly = true;
    const message = await sendTyped(link, field, input.value.trim());
    input.readOnly = false;
    if (message === null) {
      announce(link.dataset.saved ?? '');
      return close(isFocused);
    }
    problem.textContent = message;
    input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('keydown', (event) => {
    // Stop the event: the list has its own keyboard shortcuts, and Enter would submit the list's form.
    event.stopPropagation();
    if (event.key === 'Escape') close(true);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save(true);
  });
  input.addEventListener('blur', () => void save(false));
}

interface Sent {
  readonly field: string;
  readonly typed: string;
  readonly seen: string;
  readonly key: string;
}

/**
 * Requests that got no answer, so their value may be saved. Such a request is repeated with its key before any other,
 * so that it counts once.
 */
const unanswered = new WeakMap<HTMLAnchorElement, Sent>();

/** @returns the error message, or null when the value was saved and the link shows it */
async function sendTyped(link: HTMLAnchorElement, field: string, typed: string): Promise<string | null> {
  const before = unanswered.get(link);
  if (before) {
    const message = await send(link, before);
    if (message !== null || before.typed === typed) return message;
  }
  // After an unanswered request, a newly typed stock is relative to the stock typed before.
  const seen = before && field === 'stock' ? before.typed : (link.dataset.seen ?? '');
  return send(link, { field, typed, seen, key: createRequestKey() });
}

async function send(link: HTMLAnchorElement, sent: Sent): Promise<string | null> {
  const { failed = '' } = link.dataset;
  const { key, ...body } = sent;
  unanswered.set(link, sent);
  try {
    const reply = await fetch(link.dataset.action ?? '', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const answer = (await reply.json()) as { readonly seen?: string; readonly message?: string };
    unanswered.delete(link);
    if (!reply.ok) return answer.message ?? failed;
    const { seen = '' } = answer;
    // The answer has the current stock: units may have been sold meanwhile.
    const shown = sent.field === 'stock' ? seen : sent.typed;
    Object.assign(link.dataset, { value: shown, seen });
    link.textContent = shown === '' ? '–' : shown;
    link.setAttribute('aria-label', `${link.dataset.label}: ${link.textContent}`);
    return null;
  } catch {
    return failed;
  }
}
