import { send } from '#platform/http/browser/request.ts';

/**
 * Requests a page with a listing. Returns null when the request failed or was aborted, or when the page has no
 * listing.
 */
export async function requestListing(url: string, signal: AbortSignal): Promise<HTMLElement | null> {
  const response = await send<string>(url, { as: 'text', signal });
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(response.data, 'text/html');
  return page.querySelector<HTMLElement>('.listing');
}
