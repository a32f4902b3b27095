/** Resolves when a person looks at the page: at once, unless the browser prepares it in advance. */
export function activated(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('prerenderingchange', () => resolve(), { once: true }));
}
