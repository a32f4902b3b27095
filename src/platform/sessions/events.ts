import { defineEvent } from '#platform/features/events.ts';

/** Features move what belongs to visitor `from` to visitor `to`. */
export const visitorSignedIn = defineEvent<{ from: string; to: string }>('sessions.visitor-signed-in');
