/** Server code imports this module too, so `document` is read only when a page calls the function. */
let activation: Promise<void> | undefined;

/**
 * Resolves when a person can see the page: at once, or after the first paint of a prerendered page, because
 * scripts that run earlier would delay that paint.
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
