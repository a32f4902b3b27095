/** Distance from the viewport at which an element is near. */
const nearViewport = { rootMargin: '200px' };

/**
 * Tells when the shopper comes near an element, and when it is hidden with what is around it. Scrolling away hides
 * nothing.
 * @returns ends it
 */
export function watchShown(element: HTMLElement, tell: (isShown: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    const isNear = entries.at(-1)?.isIntersecting ?? false;
    if (isNear) tell(true);
    else if (!element.checkVisibility()) tell(false);
  }, nearViewport);
  observer.observe(element);
  return () => observer.disconnect();
}
