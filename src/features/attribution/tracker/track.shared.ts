import { noValue } from '../contract.ts';
import type { TrackerCookies } from './cookies.shared.ts';
import { directVisit, findSource, type PageView } from './source.shared.ts';

/**
 * Updates the cookies for a page view.
 * @param known cookies of earlier pages; the session's cookie expires with the session
 * @returns all cookies
 */
export function trackPage(known: TrackerCookies, view: PageView): Required<TrackerCookies> {
  const isNewSession = !known.session;
  const found = findSource(view, isNewSession);
  const page = toPageAddress(view.url);
  const here = { fd: formatTime(view.now), ep: page, rf: formatReferrer(view) };
  const current = found ?? known.current ?? directVisit;
  const currentAdd = found ? here : (known.current_add ?? here);
  return {
    current,
    current_add: currentAdd,
    first: known.first ?? current,
    first_add: known.first_add ?? currentAdd,
    udata: {
      vst: String(readCount(known.udata?.vst) + (isNewSession ? 1 : 0) || 1),
      uip: noValue,
      uag: view.userAgent || noValue,
    },
    session: { pgs: String(readCount(known.session?.pgs) + 1), cpg: page },
  };
}

/** Removes the query, which may contain the key of a signed link. */
export function toPageAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** Removes the query, which may contain a search term or the key of a link. */
function formatReferrer({ referrer, url }: PageView): string {
  const from = URL.parse(referrer);
  return from && from.host !== url.host ? toPageAddress(from) : noValue;
}

/** Formats a time in UTC: `2026-11-23 06:30:00`. */
const formatTime = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ');

function readCount(text: string | undefined): number {
  return /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
}
