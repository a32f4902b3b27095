/** Property of `history.state` that marks the history entry of the open layers. */
const marker = 'vtDialog';
/** Property of that entry's state with the URL of the page below the layers. */
const pageUrlKey = 'vtPage';

/** An element over the page: a dialog, or a dropdown that was opened by a press. */
interface Layer {
  close(): void;
}

const openLayers = new Set<Layer>();
const waiting = new Set<() => void>();
/** Whether the entry is being removed, which is finished only with the event `popstate`. */
let isRemoving = false;
let isLeaving = false;
let hasStarted = false;

/** `history` is undefined on the server. */
const readState = () => globalThis.history?.state as Readonly<Record<string, unknown>> | null | undefined;
const hasEntry = () => readState()?.[marker] === true;

/**
 * Lets "back" close an open layer, as in an app. All open layers share one history entry, which is added when
 * the first layer opens and removed when the last layer is closed in another way.
 * @returns a function to call when the layer was closed
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
export function runAfterLayersClose(action: () => void): void {
  waiting.add(action);
  updateHistory();
}

function updateHistory(): void {
  // While the page is left, the history belongs to the next page.
  if (isRemoving || isLeaving) return;
  if (openLayers.size > 0) {
    if (!hasEntry()) history.pushState({ ...history.state, [marker]: true, [pageUrlKey]: location.href }, '');
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
  // Captures the event to run first, because other listeners close layers when the page is left.
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

// The page was left by a form in a layer, or reloaded, so no layer is open now.
if (hasEntry()) {
  start();
  // A URL that was changed in the layer is a page of its own, so its entry is kept.
  if (readState()?.[pageUrlKey] !== location.href) history.replaceState(null, '');
  updateHistory();
}
