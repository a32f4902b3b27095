/** Milliseconds that a message stays in the region. */
const messageLifetime = 10_000;
/** Milliseconds until a message is written in a dialog, whose region may be new. */
const dialogDelay = 100;

/**
 * Finds the topmost modal dialog. While it is open the rest of the page is inert, and live regions outside are
 * silent.
 */
const findDialog = () =>
  document.activeElement?.closest('dialog:modal') ?? [...document.querySelectorAll('dialog:modal')].at(-1);

/**
 * Creates the live region if it is missing. Screen readers announce only texts that arrive in a region that already
 * exists. The layout renders one region; other pages and dialogs get theirs here.
 */
export function prepareAnnouncements(): HTMLElement {
  const parent = findDialog() ?? document.body;
  const known = parent.querySelector<HTMLElement>(':scope > [role=status]');
  if (known) return known;
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.className = 'visually-hidden';
  parent.prepend(region);
  return region;
}

/** Announces a text politely to screen readers. A repeated text is announced again. */
export function announce(text: string): void {
  if (text.trim() === '') return;
  const message = document.createElement('p');
  message.textContent = text;
  const show = () => {
    prepareAnnouncements().append(message);
    setTimeout(() => message.remove(), messageLifetime);
  };
  const isInDialog = prepareAnnouncements().parentElement !== document.body;
  if (isInDialog) setTimeout(show, dialogDelay);
  else show();
}
