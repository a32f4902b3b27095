/** Path of the back office: `adminPath('orders')` is `/admin/orders`, `adminPath()` its start page. */
export const adminPath = (below = ''): string => (below === '' ? '/admin' : `/admin/${below}`);

/** The page with what the shop is called, where it is, what it sells in and where its money goes. */
export const shopPagePath = adminPath('settings/shop');

/** Whether a path, or the pattern of a route, belongs to the back office. */
export const isAdminPath = (path: string): boolean =>
  path === adminPath() || path.startsWith(adminPath('*').slice(0, -1));

/** Answers the numbers beside the entries of the navigation. */
export const countsPath = adminPath('counts');

/** Answers the palette with JSON, and shows the same as a page. */
export const adminSearchPath = adminPath('search');

/** Kept by browsers in which staff have opened the back office: only their pages of the shop ask for the admin bar. */
export const staffMarker = 'vt-staff';

/** What somebody may go to from the palette. */
export interface Hit {
  /** Of what kind, in the shop's language: hits of a group are shown together. */
  readonly group: string;
  readonly title: string;
  /** What tells it from others: an email address, a state, an amount. */
  readonly detail?: string;
  readonly href: string;
}
