import type { Person } from '#features/customers/index.ts';
import type { DataSubject } from '#platform/sessions/personal-data.ts';

export const toGuest = (email: string): DataSubject => ({ id: null, email, isEmailVerified: true });

export const toSubject = ({ customerId, email, isEmailVerified }: Person): DataSubject =>
  customerId === null ? toGuest(email) : { id: customerId, email, isEmailVerified };
