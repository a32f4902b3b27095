import { keepSentMarks, sendMarks } from '../browser/marks.ts';

/** Tells the page of the run which marks it takes. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  keepSentMarks();
  const form = element.querySelector<HTMLFormElement>('form[data-path]');
  if (!form) return;
  const send = () => sendMarks(form.dataset.path ?? '');
  form.addEventListener('submit', send);
  return () => form.removeEventListener('submit', send);
}
