import { call } from '#platform/http/browser/api.ts';
import { whenSeen } from '#ui/browser/when-seen.ts';

interface FeedReply {
  readonly success?: unknown;
  readonly data?: unknown;
}

export function behaviour(element: HTMLElement): (() => void) | undefined {
  const place = element.querySelector<HTMLElement>('[data-feed]');
  if (!place) return;
  const { feed = '', endpoint = '', action = '', invalid = '' } = place.dataset;
  const controller = new AbortController();
  const load = async () => {
    const query = new URLSearchParams({ action, data: feed });
    const reply = await call<FeedReply | null>(`${endpoint}?${query}`, { signal: controller.signal });
    if (controller.signal.aborted) return;
    const { success, data } = (reply.ok ? reply.data : null) ?? {};
    if (success === true && typeof data === 'string') place.outerHTML = data;
    else showFailure(place, success === false ? readMessage(data) : getOwnMessage(invalid));
  };
  const stopWatching = whenSeen(place, () => void load());
  return () => {
    stopWatching();
    controller.abort();
  };
}

/** The server sends a message only to staff with the admin bar. */
function readMessage(data: unknown): string {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : '';
  return typeof message === 'string' ? message : '';
}

const getOwnMessage = (text: string): string => (document.querySelector('.admin-bar') === null ? '' : text);

/** Without a message, which only staff get, the feed becomes empty. */
function showFailure(place: HTMLElement, message: string): void {
  place.replaceChildren();
  if (message === '') return;
  const error = document.createElement('p');
  error.className = 'photo-feed__error';
  error.textContent = message;
  place.append(error);
}
