/** Marks the history entry that belongs to the open layers. */
const marker = 'vtDialog';
/** Holds in that entry the URL of the page below. */
const pageUrl = 'vtPage';

/** What lies over the page: a dialog, or a dropdown that was opened by a press. */
interface Layer {
  close(): void;
}

const openLayers = new Set<Layer>();
const waiting = new Set<() => void>();
/** Whether the entry is being removed: the history changes later, with `popstate`. */
let isRemoving = false;
let isLeaving = false;
let hasStarted = false;

/** There is no history on the server. */
const readState = () => globalThis.history?.state as Readonly<Record<string, unknown>> | null | undefined;
const hasEntry = () => readState()?.[marker] === true;

/**
 * Lets "back" close an open layer, as in an app. All open layers share one history entry, which is added when
 * the first opens and removed when the last is closed otherwise.
 * @returns for when it was closed
 */
export function closeOnBack(layer: Layer): () => void {
  start();
  openLayers.add(layer);
  updateHistory();
  return () => {
    if (openLayers.delete(layer)) updateHistory();
  };
}

/** Call it after `showModal`. */
export function closeDialogOnBack(dialog: HTMLDialogElement): void {
  dialog.addEventListener('close', closeOnBack(dialog), { once: true });
}

/** Runs the action when the current history entry is the page's own: at once, or after the layers are closed. */
export function afterLayers(action: () => void): void {
  waiting.add(action);
  updateHistory();
}

function updateHistory(): void {
  // While the page is left, the history belongs to the next one.
  if (isRemoving || isLeaving) return;
  if (openLayers.size > 0) {
    if (!hasEntry()) history.pushState({ ...history.state, [marker]: true, [pageUrl]: location.href }, '');
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
  // First of the listeners: others close layers when the page is left.
  const leave = () => {
    isLeaving = true;
  };
  addEventListener('pagehide', leave, { capture: true });
  addEventListener('pageshow', () => {
    isLeaving = false;
    updateHistory();
  });
  document.addEventListener('click', replaceEntryByLink);
}

function handlePopState(): void {
  const wasRemoving = isRemoving;
  isRemoving = false;
  if (!wasRemoving && !hasEntry()) [...openLayers].at(-1)?.close();
  updateHistory();
}

/** A link in a layer replaces the layer's entry, so that "back" from the next page leads to the page below. */
function replaceEntryByLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || openLayers.size === 0 || !hasEntry()) return;
  if (link.target !== '' || link.hasAttribute('download') || !link.protocol.startsWith('http')) return;
  event.preventDefault();
  location.replace(link.href);
}

// The page was left by a form in a layer, or reloaded: nothing is open now.
if (hasEntry()) {
  start();
  // What was chosen in the layer is in its URL: the entry is a page of its own now.
  if (readState()?.[pageUrl] !== location.href) history.replaceState(null, '');
  updateHistory();
}
