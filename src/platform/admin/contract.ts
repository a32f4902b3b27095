/** Path of the back office: `adminPath('orders')` is `/admin/orders`, `adminPath()` its start page. */
export const adminPath = (below = ''): string => (below === '' ? '/admin' : `/admin/${below}`);

/** The page of the shop's own details: its name, address, currency and bank account. */
export const shopPagePath = adminPath('settings/shop');

/** Whether a path or the pattern of a route belongs to the back office. */
export const isAdminPath = (path: string): boolean =>
  path === adminPath() || path.startsWith(adminPath('*').slice(0, -1));

/** The call that returns the numbers beside the entries of the navigation. */
export const countsPath = adminPath('counts');

/** Answers the palette with JSON, and browsers with a page of the same hits. */
export const adminSearchPath = adminPath('search');

/**
 * Key that is stored in browsers in which staff have opened the back office: only these browsers request the admin
 * bar on pages of the shop.
 */
export const staffMarker = 'vt-staff';

/** A hit of the palette: a page that it can open. */
export interface Hit {
  /** The kind of the hit in the shop's language. Hits of a group are shown together. */
  readonly group: string;
  readonly title: string;
  /** Distinguishes hits with the same title: an email address, a state, an amount. */
  readonly detail?: string;
  readonly href: string;
}
