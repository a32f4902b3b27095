import { call } from '#platform/http/browser/api.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { choiceField, consentChangedEvent } from '../contract.ts';

/** Saves the choice without leaving the page. After a failed call the form is posted. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector('form');
  if (!form) return;
  const controller = new AbortController();
  form.addEventListener('submit', (event) => saveInstead(event, form), { signal: controller.signal });
  return () => controller.abort();
}

function saveInstead(event: SubmitEvent, form: HTMLFormElement): void {
  const button = event.submitter;
  const url = form.dataset.call;
  if (!(button instanceof HTMLButtonElement) || url === undefined || form.dataset.posts !== undefined) return;
  event.preventDefault();
  // Hidden at once: what follows moves up as an answer to the press, not later.
  document.documentElement.removeAttribute('data-consent-asked');
  // The focused button is gone: move focus to what follows. Small screens hide links of the header.
  const followers = document.querySelectorAll<HTMLElement>('.site-header :is(a, button), main');
  [...followers].find((follower) => follower.checkVisibility())?.focus({ preventScroll: true });
  const body = new URLSearchParams({ [choiceField]: button.value });
  void call(url, { method: 'POST', body }).then((result) => {
    if (!result.ok) {
      form.dataset.posts = '';
      form.requestSubmit(button);
      return;
    }
    announce(form.dataset.saved ?? '');
    document.dispatchEvent(new CustomEvent(consentChangedEvent));
  });
}
