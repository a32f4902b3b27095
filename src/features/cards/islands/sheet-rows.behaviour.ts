import { type SheetSettings, sheetRowsAttribute } from '#features/cards/contract.ts';
import { findSheet } from '../sheets/browser/find-sheet.ts';

/** Name of the list of methods, and of its inputs. */
const methodName = 'payment_method';

/** Shows the methods whose sheet the shopper can use. The page hides all others. */
export function behaviour(element: HTMLElement): () => void {
  const json = element.querySelector(`[${sheetRowsAttribute}]`)?.getAttribute(sheetRowsAttribute) ?? '[]';
  const lifetime = new AbortController();
  for (const settings of JSON.parse(json) as readonly SheetSettings[])
    void findSheet(settings).then((sheet) => {
      if (lifetime.signal.aborted) return;
      if (sheet) revealQuietly(settings.method, lifetime.signal);
      else chooseAnother(settings.method);
    });
  return () => lifetime.abort();
}

/**
 * Shows a method without moving content that the shopper looks at: while the end of the list is off screen, or when
 * the shopper types or chooses something, which changes the form anyway.
 */
function revealQuietly(method: string, signal: AbortSignal): void {
  const { dataset } = document.documentElement;
  const known = dataset.sheets?.split(' ') ?? [];
  const list = document.getElementById(methodName);
  if (known.includes(method) || !list) return;
  const done = new AbortController();
  const end = AbortSignal.any([signal, done.signal]);
  const reveal = () => {
    done.abort();
    dataset.sheets = [...(dataset.sheets?.split(' ') ?? []), method].join(' ');
  };
  const observer = new IntersectionObserver((entries) => {
    const bottom = entries.at(-1)?.boundingClientRect.bottom ?? 0;
    if (bottom > innerHeight) reveal();
  });
  observer.observe(list);
  end.addEventListener('abort', () => observer.disconnect());
  for (const name of ['input', 'change']) document.addEventListener(name, reveal, { signal: end });
}

/** A form that was filled in on another device may have selected a method that this device lacks. */
function chooseAnother(method: string): void {
  const chosen = document.querySelector<HTMLInputElement>(`[name=${methodName}]:checked`);
  if (chosen?.value !== method) return;
  const others = document.querySelectorAll<HTMLInputElement>(`[name=${methodName}]`);
  [...others].find((other) => other.checkVisibility())?.click();
}
