import { call } from '#platform/http/browser/api.ts';

/** Sends the question by a call and says in the page what came of it. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector('form');
  const sent = element.querySelector<HTMLElement>('[data-sent]');
  const refused = element.querySelector<HTMLElement>('[data-refused]');
  const path = form?.dataset.call;
  if (!form || !sent || !refused || !path) return;
  const controller = new AbortController();
  const send = async (): Promise<void> => {
    refused.hidden = true;
    form.ariaBusy = 'true';
    const result = await call<{ message: string }>(path, { method: 'POST', body: readForm(form) });
    form.ariaBusy = null;
    form.hidden = result.ok;
    showNotice(result.ok ? sent : refused, result.ok ? result.data.message : result.message);
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (form.ariaBusy !== 'true') void send();
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}

const readForm = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The text is changed after the notice is shown, so that screen readers announce it. */
function showNotice(place: HTMLElement, message: string): void {
  const text = place.querySelector('.notice__body > p');
  place.hidden = false;
  if (text) text.textContent = message;
  place.querySelector<HTMLElement>('.notice')?.focus();
}
