import { announce } from '#platform/islands/browser/announce.ts';

/** Turns a value of the list into a field, and saves it alone. Without script its link leads to a page that does the same. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const link = element.querySelector<HTMLAnchorElement>('a[data-quick-edit]');
  if (!link) return;
  const controller = new AbortController();
  link.addEventListener(
    'click',
    (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openField(link);
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}

function openField(link: HTMLAnchorElement): void {
  const { field = '', value = '', label = '' } = link.dataset;
  const input = document.createElement('input');
  // Without a name: it is not part of the form that takes marks to an action.
  Object.assign(input, { className: 'control quick-edit', inputMode: 'decimal', autocomplete: 'off', value });
  input.setAttribute('aria-label', label);
  const problem = document.createElement('small');
  problem.setAttribute('role', 'alert');
  problem.className = 'quick-edit__problem';
  link.hidden = true;
  link.after(input, problem);
  input.focus();
  input.select();
  let isDone = false;
  const close = (isFocused: boolean) => {
    isDone = true;
    link.hidden = false;
    input.remove();
    problem.remove();
    if (isFocused) link.focus();
  };
  const save = async (isFocused: boolean) => {
    if (isDone || input.readOnly) return;
    if (input.value.trim() === value) return close(isFocused);
    input.readOnly = true;
    const message = await send(link, field, input.value.trim());
    input.readOnly = false;
    if (message === null) {
      announce(link.dataset.saved ?? '');
      return close(isFocused);
    }
    problem.textContent = message;
    input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('keydown', (event) => {
    // The list has keys of its own, and the Enter key would send its form.
    event.stopPropagation();
    if (event.key === 'Escape') close(true);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save(true);
  });
  input.addEventListener('blur', () => void save(false));
}

/** @returns what is wrong, or null when it was saved and the link shows it */
async function send(link: HTMLAnchorElement, field: string, typed: string): Promise<string | null> {
  const { failed = '' } = link.dataset;
  try {
    const reply = await fetch(link.dataset.action ?? '', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ field, typed, seen: link.dataset.seen ?? '' }),
    });
    const answer = (await reply.json()) as { readonly seen?: string; readonly message?: string };
    if (!reply.ok) return answer.message ?? failed;
    Object.assign(link.dataset, { value: typed, seen: answer.seen ?? '' });
    link.textContent = typed === '' ? '–' : typed;
    link.setAttribute('aria-label', `${link.dataset.label}: ${link.textContent}`);
    return null;
  } catch {
    return failed;
  }
}
