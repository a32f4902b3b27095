import { morphFragment } from '#platform/fragments/browser/morph.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { clearSentFiles, listControls, markAsSent, readState, writeState } from './form-state.ts';

export type SendResult =
  | { readonly state: 'saved' | 'shown' | 'left' }
  /**
   * `reason` is the shop's message, such as that the person no longer has the permission; null when there is no
   * message.
   */
  | { readonly state: 'failed'; readonly reason: string | null };

/**
 * Sends a form and shows the page of the answer in place. Input that is typed meanwhile stays: only the sent state
 * counts as saved.
 */
export async function sendForm(form: HTMLFormElement, body: FormData | URLSearchParams): Promise<SendResult> {
  const sent = listControls(form).map((control) => [control, readState(control)] as const);
  const reply = await request(form.getAttribute('action') ?? '', body, form.enctype === 'multipart/form-data');
  if (!reply) return { state: 'failed', reason: null };
  const { pathname } = new URL(reply.url);
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const fresh = page.querySelector('#main');
  // The answer is another page, such as the sign-in page: the browser goes there.
  if (reply.redirected && !page.querySelector('html.office')) {
    location.assign(reply.url);
    return { state: 'left' };
  }
  if (!fresh || !(reply.redirected || fresh.querySelector('[data-admin-form]')))
    return { state: 'failed', reason: fresh?.querySelector('h1')?.textContent ?? null };
  if (reply.redirected) for (const [control, state] of sent) clearSentFiles(control, state);
  showPage(page.title, fresh, sent);
  if (!reply.redirected) return { state: 'shown' };
  history.replaceState(history.state, '', pathname);
  document.dispatchEvent(new CustomEvent('vt:written', { detail: { path: pathname } }));
  announce(document.querySelector('#main .toast')?.textContent ?? '');
  return { state: 'saved' };
}

async function request(path: string, body: FormData | URLSearchParams, isMultipart: boolean): Promise<Response | null> {
  const encoded = isMultipart ? toFormData(body) : toParameters(body);
  try {
    return await fetch(path, { method: 'POST', body: encoded, headers: { accept: 'text/html' } });
  } catch {
    return null;
  }
}

const toParameters = (body: FormData | URLSearchParams): URLSearchParams =>
  new URLSearchParams([...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** Converts the body to the multipart encoding, which accepts longer texts, such as those of a draft. */
function toFormData(body: FormData | URLSearchParams): FormData {
  if (body instanceof FormData) return body;
  const data = new FormData();
  for (const [name, value] of body) data.append(name, value);
  return data;
}

type Sent = readonly (readonly [ReturnType<typeof listControls>[number], string])[];

function showPage(title: string, fresh: Element, sent: Sent): void {
  const main = document.querySelector('#main');
  if (!main) return;
  const typed = sent.filter(([control, state]) => control.isConnected && readState(control) !== state);
  const kept = typed.map(([control]) => ({ id: control.id, name: control.name, state: readState(control) }));
  for (const [control, state] of sent) markAsSent(control, state);
  morphFragment(main, fresh.innerHTML);
  document.title = title;
  const form = main.querySelector<HTMLFormElement>('[data-admin-form]');
  for (const { id, name, state } of kept) {
    const control = form && listControls(form).find((each) => each.id === id && each.name === name);
    if (control) writeState(control, state);
  }
}

/** Shows the form as it is stored now. Input that was typed stays. */
export async function refreshForm(form: HTMLFormElement): Promise<void> {
  const reply = await fetch(location.pathname, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const fresh = page.querySelector('#main');
  if (reply.ok && fresh?.querySelector('[data-admin-form]'))
    showPage(
      page.title,
      fresh,
      listControls(form).map((control) => [control, readState(control)]),
    );
}
