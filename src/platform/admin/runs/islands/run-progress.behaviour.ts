import { dropSentMarks } from '#platform/admin/lists/browser/marks.ts';
import { morphFragment } from '#platform/fragments/browser/morph.ts';

/** Milliseconds between two requests. */
const interval = 2_000;

/** Shows the progress of an unfinished run: loads the page again and updates what differs. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  dropSentMarks();
  const controller = new AbortController();
  const isRunning = () => element.querySelector('[data-run="running"]') !== null;
  const look = async () => {
    // A page in the background sends no requests, and continues when it becomes visible.
    if (document.visibilityState === 'visible') await refresh(element, controller.signal).catch(() => {});
    if (isRunning() && !controller.signal.aborted) timer = setTimeout(look, interval);
  };
  let timer = isRunning() ? setTimeout(look, interval) : undefined;
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}

async function refresh(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const reply = await fetch(location.href, { headers: { accept: 'text/html' }, signal });
  if (!reply.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const [fresh, shown] = [page, element].map((root) => root.querySelector('[data-run]'));
  if (!fresh || !shown) return;
  morphFragment(shown, fresh.innerHTML);
  shown.setAttribute('data-run', fresh.getAttribute('data-run') ?? '');
}
