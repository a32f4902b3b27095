import { sessionHooks } from '#platform/sessions/actor.ts';

/** Ports of the platform's own services. */
export const platformPorts = [sessionHooks] as const;
