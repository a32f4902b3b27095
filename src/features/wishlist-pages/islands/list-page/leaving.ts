/** Milliseconds that a link waits for what was typed. What takes longer is saved while the next page loads. */
const longestWait = 1_000;

/** Fields that are saved by themselves. */
export interface TypedFields {
  /** Whether something that was typed was not sent, or not answered yet. */
  hasUnsaved(): boolean;
  /** Sends what waits, and waits for the calls. */
  saveNow(): Promise<void>;
}

/** Follows a link of the list once what was typed is saved, so that a page of the same list shows it. */
export function watchLeaving(element: HTMLElement, typed: readonly TypedFields[], signal: AbortSignal): void {
  const follow = async (href: string) => {
    const timeout = new Promise<void>((resolve) => {
      setTimeout(resolve, longestWait);
    });
    const saved = Promise.all(typed.map((fields) => fields.saveNow())).catch(() => {});
    await Promise.race([saved, timeout]);
    location.assign(href);
  };
  // On the window: after scripts that open a link in another way, such as in a popup.
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.wishlist a[href]');
      if (!link || !element.contains(link) || !isFollowedHere(event, link)) return;
      if (!typed.some((fields) => fields.hasUnsaved())) return;
      event.preventDefault();
      void follow(link.href);
    },
    { signal },
  );
}

/** Whether the browser would show another page of the shop in this tab. */
function isFollowedHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  if (link.hasAttribute('download') || !['', '_self'].includes(link.target)) return false;
  const { origin, pathname, search, hash } = link;
  const isSamePage = pathname === location.pathname && search === location.search && hash !== '';
  return origin === location.origin && !isSamePage;
}
