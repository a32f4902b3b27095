import { clearMarks } from '../browser/marks.ts';

/** Forgets the marks of a list once an action takes its rows. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('form[data-path]');
  if (!form) return;
  const clear = () => clearMarks(form.dataset.path ?? '');
  form.addEventListener('submit', clear);
  return () => form.removeEventListener('submit', clear);
}
