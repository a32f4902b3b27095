import { defineEvent } from '#platform/features/events.ts';

/** What belonged to visitor `from` now belongs to `to`: carts merge, wishlists move. */
export const visitorSignedIn = defineEvent<{ from: string; to: string }>('sessions.visitor-signed-in');
