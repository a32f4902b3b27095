import { call } from '#platform/http/browser/api.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { choiceField, consentChangedEvent } from '../contract.ts';

/** Saves the choice without leaving the page. If the call fails, the form is submitted. */
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
  // Hide the banner before the call, so that the content moves up directly after the press and not later.
  document.documentElement.removeAttribute('data-consent-asked');
  // The focused button is hidden, so move the focus to the content after it. Small screens hide links of the header.
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
