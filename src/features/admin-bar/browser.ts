import { staffMarker } from '#platform/admin/contract.ts';

function isMarked(): boolean {
  try {
    return localStorage.getItem(staffMarker) !== null;
  } catch {
    return false;
  }
}

/** Shows the bar of staff. Browsers of shoppers load no script and send no request for it. */
export function startAdminBar(): void {
  if (isMarked()) void import('./browser/show-admin-bar.ts').then(({ showAdminBar }) => showAdminBar());
}
