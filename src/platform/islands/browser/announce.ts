/** Milliseconds that a message stays in the region. */
const messageLifetime = 10_000;
/** Milliseconds until a message is written in a dialog, whose region may be new. */
const dialogDelay = 100;

/** The modal dialog on top, which has the focus: the rest of the page is inert, and its regions silent. */
const findDialog = () =>
  document.activeElement?.closest('dialog:modal') ?? [...document.querySelectorAll('dialog:modal')].at(-1);

/**
 * Screen readers announce only what arrives in a region that already exists. The layout renders one; other pages
 * and dialogs get theirs.
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

/** Announces a text politely to screen readers. The same text given twice is announced twice. */
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
