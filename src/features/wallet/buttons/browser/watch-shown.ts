/** Distance from the viewport at which an element counts as near. */
const nearViewport = { rootMargin: '200px' };

/**
 * Reports when the shopper comes near an element, and when the element or one around it is hidden. An element that
 * scrolls away does not count as hidden.
 * @returns a function that stops the observation
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
