import { closeDialogOnBack } from '../browser/close-on-back.ts';
import { setScrollbarWidth } from '../browser/scrollbar-width.ts';

/** On large screens the menu is in the header. */
const largeScreen = '(min-width: 850px)';

/** Opens a sidebar as a modal dialog; without script it is a popover. Closes it when the window becomes large. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const dialog = element.querySelector('dialog');
  if (!dialog) return;
  const controller = new AbortController();
  const { signal } = controller;
  for (const button of document.querySelectorAll<HTMLButtonElement>(`button[popovertarget="${dialog.id}"]`)) {
    button.addEventListener('click', (event) => toggleDialog(event, button, dialog), { signal });
  }
  dialog.addEventListener('click', (event) => closeOnClick(event, dialog), { signal });
  matchMedia(largeScreen).addEventListener('change', ({ matches }) => matches && dialog.close(), { signal });
  return () => {
    controller.abort();
    dialog.close();
  };
}

function toggleDialog(event: Event, button: HTMLButtonElement, dialog: HTMLDialogElement): void {
  // A sidebar that was opened before hydration is still a popover.
  if (dialog.matches(':popover-open')) return;
  event.preventDefault();
  if (dialog.open) {
    dialog.close();
    return;
  }
  setScrollbarWidth();
  dialog.showModal();
  closeDialogOnBack(dialog);
  // Safari does not focus a clicked button, so the dialog can't return focus to it.
  dialog.addEventListener('close', () => button.focus({ preventScroll: true }), { once: true });
}

/** Closes on a click outside, and on a link within this page, because such a link loads no new page. */
function closeOnClick({ target }: Event, dialog: HTMLDialogElement): void {
  const supportsClosedBy = 'closedBy' in HTMLDialogElement.prototype;
  const isOutside = target === dialog && !supportsClosedBy;
  const link = (target as Element).closest<HTMLAnchorElement>('a:not([role])');
  const staysOnPage = link?.hash && link.pathname === location.pathname;
  if (isOutside || staysOnPage) dialog.close();
}
