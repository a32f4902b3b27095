import { announce } from '#platform/islands/browser/announce.ts';

/**
 * Sends what is scanned without leaving the field. Scanners are faster than replies: codes are sent one after the other, in
 * their order, and the page of the last reply is shown.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('[data-scan]');
  const field = form?.querySelector<HTMLInputElement>('[name=code]');
  const part = element.querySelector<HTMLElement>('[data-scan-part]');
  if (!form || !field || !part) return;
  const controller = new AbortController();
  const { signal } = controller;
  let sending: Promise<void> = Promise.resolve();
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      field.value = '';
      field.focus();
      sending = sending.then(() => send(form.action, body, part, signal));
    },
    { signal },
  );
  field.focus();
  return () => controller.abort();
}

async function send(action: string, body: URLSearchParams, part: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const reply = await fetch(action, { method: 'POST', body, signal });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    const counted = page.querySelector('[data-counted]');
    if (!counted) throw new Error('The reply is another page');
    part.querySelector('[data-counted]')?.replaceWith(document.adoptNode(counted));
    announce(counted.querySelector('[data-said]')?.textContent ?? '');
  } catch {
    if (signal.aborted) return;
    const said = document.createElement('p');
    said.setAttribute('role', 'alert');
    said.textContent = `${body.get('code') ?? ''}: ${part.dataset.failed ?? ''}`;
    part.querySelector('[data-counted]')?.prepend(said);
  }
}
