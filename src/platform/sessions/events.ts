import { defineEvent } from '#platform/features/events.ts';

/** What belongs to visitor `from` must be moved to visitor `to`. */
export const visitorSignedIn = defineEvent<{ from: string; to: string }>('sessions.visitor-signed-in');
