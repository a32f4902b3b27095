import { createRequestKey } from '#platform/admin/browser/request-key.ts';
import { announce } from '#platform/islands/browser/announce.ts';

/** Milliseconds until an unanswered scan is sent again. */
const retryDelay = 3_000;

/**
 * Sends scanned codes without leaving the field. Scanners are faster than replies: codes are sent one after the
 * other, in order, and the page of the last reply is shown. An unanswered scan is sent again with the same key, so
 * that it counts once.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('[data-scan]');
  const field = form?.querySelector<HTMLInputElement>('[name=code]');
  const part = element.querySelector<HTMLElement>('[data-scan-part]');
  if (!form || !field || !part) return;
  const controller = new AbortController();
  const { signal } = controller;
  const waiting: URLSearchParams[] = [];
  let isSending = false;
  let timer = 0;
  const sendAll = async () => {
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    for (let [next] = waiting; next && !signal.aborted; [next] = waiting) {
      if (!(await send(form.action, next, part, signal))) {
        timer = window.setTimeout(() => void sendAll(), retryDelay);
        break;
      }
      waiting.shift();
    }
    isSending = false;
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      body.set('_request', createRequestKey());
      waiting.push(body);
      field.value = '';
      field.focus();
      void sendAll();
    },
    { signal },
  );
  addEventListener('beforeunload', (event) => waiting.length > 0 && event.preventDefault(), { signal });
  field.focus();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

/** @returns whether the shop answered */
async function send(action: string, body: URLSearchParams, part: HTMLElement, signal: AbortSignal): Promise<boolean> {
  try {
    const reply = await fetch(action, { method: 'POST', body, signal });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    const counted = page.querySelector('[data-counted]');
    if (!counted) throw new Error('The reply is another page');
    part.querySelector('[data-counted]')?.replaceWith(document.adoptNode(counted));
    announce(counted.querySelector('[data-said]')?.textContent ?? '');
    return true;
  } catch {
    if (signal.aborted) return false;
    const said = part.querySelector('[data-unanswered]') ?? document.createElement('p');
    said.setAttribute('role', 'alert');
    said.setAttribute('data-unanswered', '');
    said.textContent = `${body.get('code') ?? ''}: ${part.dataset.failed ?? ''}`;
    part.querySelector('[data-counted]')?.prepend(said);
    return false;
  }
}
