import { noteScrollbar } from '../browser/scroll-lock.ts';

/** From here on the menu is in the header (spec 9.7/1). */
const large = '(min-width: 850px)';

/** Opens a sidebar, which is a popover without script, as a modal dialog, and closes it when the screen grows past it. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const dialog = element.querySelector('dialog');
  if (!dialog) return;
  const life = new AbortController();
  const { signal } = life;
  for (const button of document.querySelectorAll<HTMLButtonElement>(`button[popovertarget="${dialog.id}"]`)) {
    button.addEventListener('click', (event) => press(event, button, dialog), { signal });
  }
  dialog.addEventListener('click', (event) => onClick(event, dialog), { signal });
  matchMedia(large).addEventListener('change', ({ matches }) => matches && dialog.close(), { signal });
  return () => {
    life.abort();
    dialog.close();
  };
}

function press(event: Event, button: HTMLButtonElement, dialog: HTMLDialogElement): void {
  // One that was opened before the script came is still a popover.
  if (dialog.matches(':popover-open')) return;
  event.preventDefault();
  if (dialog.open) {
    dialog.close();
    return;
  }
  noteScrollbar();
  dialog.showModal();
  // Some browsers give no focus to what is clicked, and so have nothing to give it back to.
  dialog.addEventListener('close', () => button.focus({ preventScroll: true }), { once: true });
}

function onClick({ target }: Event, dialog: HTMLDialogElement): void {
  const knowsOutside = 'closedBy' in HTMLDialogElement.prototype;
  const isOutside = target === dialog && !knowsOutside;
  // A link to a place on this page loads nothing that would take the sidebar away.
  const link = (target as Element).closest<HTMLAnchorElement>('a:not([role])');
  const staysHere = link?.hash && link.pathname === location.pathname;
  if (isOutside || staysHere) dialog.close();
}
