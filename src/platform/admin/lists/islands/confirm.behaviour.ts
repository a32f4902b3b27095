import { keepSentMarks, sendMarks } from '../browser/marks.ts';

/** Stores, when the person confirms, which list's marks were sent, so that the page of the run can clear them. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  keepSentMarks();
  const form = element.querySelector<HTMLFormElement>('form[data-path]');
  if (!form) return;
  const send = () => sendMarks(form.dataset.path ?? '');
  form.addEventListener('submit', send);
  return () => form.removeEventListener('submit', send);
}
