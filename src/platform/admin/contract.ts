/** Path of the back office: `adminPath('orders')` is `/admin/orders`, `adminPath()` its start page. */
export const adminPath = (below = ''): string => (below === '' ? '/admin' : `/admin/${below}`);

/** Whether a path, or the pattern of a route, belongs to the back office. */
export const isAdminPath = (path: string): boolean =>
  path === adminPath() || path.startsWith(adminPath('*').slice(0, -1));
