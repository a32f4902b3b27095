/** Set when a visitor has dismissed the banner. Scripts can read the cookie. */
export const dismissedCookie = 'coming_soon_banner_dismissed';

export const dismissPath = (platformRest: string): string => `${platformRest}/coming-soon-banner`;

/** Action of the nonce that the call requires, shared by all REST calls of the platform. */
export const restNonce = 'rest';

/** Id of the banner's element, which scripts written for the plugin expect. */
export const bannerId = 'coming-soon-footer-banner';

export const comingSoonState = 'coming-soon';

export interface ComingSoonState {
  /** Whether the banner is for staff and the visitor is a member of staff. */
  readonly isForStaff?: boolean;
}
