import { useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';

/** Throws in the browser: during hydration, or after a click. */
export const Faulty = defineIsland('trial/faulty', function Faulty({ when }: { when: 'waking' | 'pressed' }) {
  const [isPressed, press] = useState(false);
  if (typeof document !== 'undefined' && (when === 'waking' || isPressed)) throw new Error('a fault');
  return (
    <a href="/elsewhere" onClick={() => press(true)}>
      usable
    </a>
  );
});
