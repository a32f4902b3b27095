/** Marks the history entry that belongs to the open dialogs. */
const marker = 'vtDialog';

const openDialogs = new Set<HTMLDialogElement>();
const waiting = new Set<() => void>();
/** Whether the entry is being removed: the history changes later, with `popstate`. */
let isRemoving = false;
let isLeaving = false;
let hasStarted = false;

const hasEntry = () => (history.state as Readonly<Record<string, unknown>> | null)?.[marker] === true;

/**
 * Lets "back" close a modal dialog, as in an app. All open dialogs share one history entry, which is added when
 * the first opens and removed when the last is closed otherwise. Call it after `showModal`.
 */
export function closeOnBack(dialog: HTMLDialogElement): void {
  start();
  openDialogs.add(dialog);
  dialog.addEventListener(
    'close',
    () => {
      openDialogs.delete(dialog);
      updateHistory();
    },
    { once: true },
  );
  updateHistory();
}

/** Runs the action when the current history entry is the page's own: at once, or after the dialogs are closed. */
export function afterDialogs(action: () => void): void {
  waiting.add(action);
  updateHistory();
}

function updateHistory(): void {
  // While the page is left, the history belongs to the next one.
  if (isRemoving || isLeaving) return;
  if (openDialogs.size > 0) {
    if (!hasEntry()) history.pushState({ ...history.state, [marker]: true }, '');
    return;
  }
  if (hasStarted && hasEntry()) {
    isRemoving = true;
    history.back();
    return;
  }
  const actions = [...waiting];
  waiting.clear();
  for (const action of actions) action();
}

function start(): void {
  if (hasStarted) return;
  hasStarted = true;
  addEventListener('popstate', handlePopState);
  addEventListener('pagehide', () => {
    isLeaving = true;
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
    updateHistory();
  });
  document.addEventListener('click', replaceEntryByLink);
}

function handlePopState(): void {
  const wasRemoving = isRemoving;
  isRemoving = false;
  if (!wasRemoving && !hasEntry()) [...openDialogs].at(-1)?.close();
  updateHistory();
}

/** A link in a dialog replaces the dialog's entry, so that "back" from the next page leads to the page below. */
function replaceEntryByLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || openDialogs.size === 0 || !hasEntry()) return;
  if (link.target !== '' || link.hasAttribute('download') || !link.protocol.startsWith('http')) return;
  event.preventDefault();
  location.replace(link.href);
}
