import type { BrowserContext, Page } from '@playwright/test';

type Kind = 'Document' | 'Stylesheet' | 'Script' | 'Font' | 'Image' | 'Fetch';

/** Counts from now on, by kind. Responses from the browser's cache count as 0. */
export async function countBytes(context: BrowserContext, page: Page): Promise<Record<Kind, number>> {
  const bytes = { Document: 0, Stylesheet: 0, Script: 0, Font: 0, Image: 0, Fetch: 0 };
  const kinds = new Map<string, string>();
  const network = await context.newCDPSession(page);
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    if (Object.hasOwn(bytes, kind)) bytes[kind as Kind] += encodedDataLength;
  });
  await network.send('Network.enable');
  return bytes;
}
