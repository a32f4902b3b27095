import type { Person } from '#features/customers/index.ts';
import type { DataSubject } from '#platform/sessions/personal-data.ts';

/** A guest with an address. */
export const toGuest = (email: string): DataSubject => ({ id: null, email, isEmailVerified: true });

/** Whose data a page of the back office is about. */
export const toSubject = ({ customerId, email, isEmailVerified }: Person): DataSubject =>
  customerId === null ? toGuest(email) : { id: customerId, email, isEmailVerified };
