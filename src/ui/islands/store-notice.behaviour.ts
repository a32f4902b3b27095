const secondsPerDay = 24 * 60 * 60;

/** Hides the store-wide notice on this page and, by a cookie, on later pages. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const notice = element.querySelector<HTMLElement>('[data-days]');
  const button = notice?.querySelector('button');
  const root = document.documentElement;
  if (!notice || !button) return;
  const hide = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore needs https and a recent browser
    document.cookie = `${root.dataset.notice}=hidden; ${formatCookieAttributes(Number(notice.dataset.days))}`;
    root.setAttribute('data-notice-hidden', '');
    // The focused button is gone, so the focus moves to the next element.
    document.querySelector<HTMLElement>('.site-header a, main')?.focus({ preventScroll: true });
  };
  button.addEventListener('click', hide);
  return () => button.removeEventListener('click', hide);
}

/** @param days until the notice shows again; 0: when the browser closes */
function formatCookieAttributes(days: number): string {
  const maxAge = days > 0 ? `; max-age=${days * secondsPerDay}` : '';
  const secure = location.protocol === 'https:' ? '; secure' : '';
  return `path=/; samesite=lax${maxAge}${secure}`;
}
