import type { Person } from '#features/customers/index.ts';
import type { DataSubject } from '#platform/sessions/personal-data.ts';

export const toGuest = (email: string): DataSubject => ({ id: null, email, isEmailVerified: true });

/** Returns the account or guest whose data a page of the back office shows. */
export const toSubject = ({ customerId, email, isEmailVerified }: Person): DataSubject =>
  customerId === null ? toGuest(email) : { id: customerId, email, isEmailVerified };
