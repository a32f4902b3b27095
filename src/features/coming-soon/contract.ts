/** Set when somebody has dismissed the banner. Readable by scripts. */
export const dismissedCookie = 'coming_soon_banner_dismissed';

/** Path of the call that dismisses the banner. */
export const dismissPath = (platformRest: string): string => `${platformRest}/coming-soon-banner`;

/** Action of the nonce that the call needs: that of all REST calls of the platform. */
export const restNonce = 'rest';

/** Id of the banner, as scripts of other shops know it. */
export const bannerId = 'coming-soon-footer-banner';

/** Name of its part of the private state. */
export const comingSoonState = 'coming-soon';

export interface ComingSoonState {
  /** Whether the banner is for staff, and this is one of them. */
  readonly isForStaff?: boolean;
}
