import { mailSettings } from '#platform/mail/settings.ts';
import { visitorSettings } from '#platform/sessions/settings.ts';

/** Settings of the platform's own services, beside those of features. */
export const platformSettings = [mailSettings, visitorSettings] as const;
