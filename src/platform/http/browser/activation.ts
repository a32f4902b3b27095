/** Server code imports this module too, so `document` is first read when a page calls. */
let activation: Promise<void> | undefined;

/**
 * Resolves when the page is visible to a person: at once, unless the browser prerenders it, else when
 * it has been painted. Scripts that run before the first paint of a prerendered page delay it.
 */
export function waitForActivation(): Promise<void> {
  activation ??= isPrerendering() ? waitForPaintAfterActivation() : Promise.resolve();
  return activation;
}

function isPrerendering(): boolean {
  return (document as { prerendering?: boolean }).prerendering === true;
}

async function waitForPaintAfterActivation(): Promise<void> {
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
