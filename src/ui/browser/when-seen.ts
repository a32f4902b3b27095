/** Part of an element that is in view before it counts as seen. */
const threshold = 0.1;

/**
 * Runs once when the element is seen.
 * @returns ends the watch
 */
export function whenSeen(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { threshold },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
