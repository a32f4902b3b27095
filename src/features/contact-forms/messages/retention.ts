import type { ContactForm } from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { contactFormSettings } from '../settings.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * @Computes the end of a time that begins now.
 * @param form null when it is not known any more
 */
export function getRetentionEnd({ clock, settings }: Shop, form: Pick<ContactForm, 'settings'> | null): Date {
  const days = form?.settings.retentionDays ?? settings(contactFormSettings).retentionDays;
  return new Date(clock.now().getTime() + days * day);
}

export function getQuarantineEnd({ clock, settings }: Shop): Date {
  return new Date(clock.now().getTime() + settings(contactFormSettings).quarantineDays * day);
}
