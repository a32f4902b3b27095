import { createAlertIcon } from '#ui/browser/field-error.ts';
import { scrollToNotices } from '#ui/browser/scroll-to-notices.ts';
import { chooseMessage, isClosedByShopper } from './choose-message.ts';

/**
 * HTML of notices from the shop's own server, which has escaped all inserted texts. Never pass HTML from the provider
 * or an error's message here. The content security policy of the pages blocks scripts in the HTML.
 */
export interface ServerNotices {
  readonly noticesHtml: string;
}

interface ShowErrorOptions {
  readonly errorMessages: Readonly<Record<string, string>>;
  /** Kind of the page, which identifies the container of notices. */
  readonly page?: string;
  /** When the page has no container, one is inserted before this element. Default: at the top of the page. */
  readonly before?: Element | null;
}

const groupClass = 'notice-group';

/**
 * Shows one or several errors, or given notices, at the top of their container, and scrolls there.
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
  // Scroll only the dialog, not the page behind it.
  if (container.closest('dialog[open], [popover]')) notice.scrollIntoView({ block: 'nearest' });
  else scrollToNotices(container, notice);
  return true;
}

const isServerNotices = (given: unknown): given is ServerNotices =>
  typeof given === 'object' && given !== null && 'noticesHtml' in given;

/** Removes earlier notices, except those of islands: React would fail to find its elements. */
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

/** Creates the same markup as the component `Notice`. */
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
