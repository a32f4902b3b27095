const secondsPerDay = 24 * 60 * 60;

/** Lets somebody hide the store-wide notice, here and on the pages to come. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const notice = element.querySelector<HTMLElement>('[data-days]');
  const button = notice?.querySelector('button');
  const root = document.documentElement;
  if (!notice || !button) return;
  const hide = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and nowhere on a page without https
    document.cookie = `${root.dataset.notice}=hidden; ${attributes(Number(notice.dataset.days))}`;
    root.setAttribute('data-notice-hidden', '');
    // What had the focus is gone; it goes on with what comes next.
    document.querySelector<HTMLElement>('.site-header a, main')?.focus({ preventScroll: true });
  };
  button.addEventListener('click', hide);
  return () => button.removeEventListener('click', hide);
}

/** @param days for which it stays hidden; 0: until the browser closes */
function attributes(days: number): string {
  const life = days > 0 ? `; max-age=${days * secondsPerDay}` : '';
  const secure = location.protocol === 'https:' ? '; secure' : '';
  return `path=/; samesite=lax${life}${secure}`;
}
