/** Resolves when the page is visible to a person: at once, unless the browser prerenders it. */
export function waitForActivation(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('prerenderingchange', () => resolve(), { once: true }));
}
