import { createAlertIcon } from '#ui/browser/field-error.ts';
import { scrollToNotices } from '#ui/browser/scroll-to-notices.ts';
import { chooseMessage, isClosedByShopper } from './choose-message.ts';

/**
 * HTML of notices in a reply of the shop's own server, which has escaped what is not its own. Never that of the
 * provider, nor of an error's message. The policy of the pages lets no script in it run.
 */
export interface ServerNotices {
  readonly noticesHtml: string;
}

interface ShowErrorOptions {
  readonly errorMessages: Readonly<Record<string, string>>;
  /** Kind of the page, by which the container is found. */
  readonly page?: string;
  /** Where a page without a container gets one: before this element. Default: at the top of the page. */
  readonly before?: Element | null;
}

const groupClass = 'notice-group';

/**
 * Shows an error, several, or given notices at the top of their container, and scrolls there.
 * @returns whether there was anything to show
 */
export function showError(
  given: unknown | readonly unknown[] | ServerNotices,
  { errorMessages, page = 'checkout', before = null }: ShowErrorOptions,
): boolean {
  const errors = (Array.isArray(given) ? given : [given]).filter((error) => !isClosedByShopper(error));
  if (errors.length === 0) return false;
  removeNotices();
  const container = findContainer(page, before);
  const group = document.createElement('div');
  group.className = groupClass;
  container.prepend(group);
  if (isServerNotices(given)) group.innerHTML = given.noticesHtml;
  else group.append(createNotice(errors.map((error) => chooseMessage(error, errorMessages))));
  const notice = group.querySelector<HTMLElement>('[role=alert]') ?? group;
  // A dialog scrolls by itself, and the page behind it stays.
  if (container.closest('dialog[open], [popover]')) notice.scrollIntoView({ block: 'nearest' });
  else scrollToNotices(container, notice);
  return true;
}

const isServerNotices = (given: unknown): given is ServerNotices =>
  typeof given === 'object' && given !== null && 'noticesHtml' in given;

/** Removes those of before, but none that an island has rendered: it would miss them. */
function removeNotices(): void {
  for (const notice of document.querySelectorAll(`.${groupClass}, main :is(.notice--error, .notice--success)`))
    if (!notice.closest('vt-island')) notice.remove();
}

function findContainer(page: string, before: Element | null): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-notices="${CSS.escape(page)}"]`);
  if (found) return found;
  const container = document.createElement('div');
  container.className = 'notices';
  container.dataset.notices = page;
  if (before) before.before(container);
  else (document.querySelector('main') ?? document.body).prepend(container);
  return container;
}

/** As the component `Notice` renders it. */
function createNotice(messages: readonly string[]): HTMLElement {
  const notice = document.createElement('div');
  notice.className = 'notice notice--error';
  notice.setAttribute('role', 'alert');
  notice.tabIndex = -1;
  const body = document.createElement('div');
  body.className = 'notice__body';
  const list = document.createElement(messages.length > 1 ? 'ul' : 'div');
  for (const message of messages) {
    const item = document.createElement(messages.length > 1 ? 'li' : 'p');
    item.textContent = message;
    list.append(item);
  }
  body.append(list);
  const icon = createAlertIcon();
  icon.setAttribute('class', 'icon');
  notice.append(icon, body);
  return notice;
}
