/** Share of an element that must be in view before it counts as seen. */
const threshold = 0.1;

/**
 * Runs a function once when the element is seen.
 * @returns a function that stops watching
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
