import { useLayoutEffect, useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';

/** Controlled fields, which render again when they are mounted, and an output of their state. */
export const Choices = defineIsland('trial/choices', function Choices() {
  const [state, setState] = useState({ glaze: 'ink', gift: true, size: 'small', initials: '', note: '' });
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  const set = (change: Partial<typeof state>) => setState((before) => ({ ...before, ...change }));
  return (
    <div data-mounted={isMounted}>
      {['ink', 'chalk'].map((glaze) => (
        <label key={glaze}>
          <input type="radio" name="glaze" checked={state.glaze === glaze} onChange={() => set({ glaze })} />
          {glaze}
        </label>
      ))}
      <label>
        <input type="checkbox" checked={state.gift} onChange={({ target }) => set({ gift: target.checked })} />
        gift
      </label>
      <select aria-label="size" value={state.size} onChange={({ target }) => set({ size: target.value })}>
        <option>small</option>
        <option>large</option>
      </select>
      <input aria-label="initials" value={state.initials} onChange={({ target }) => set({ initials: target.value })} />
      <textarea aria-label="note" value={state.note} onChange={({ target }) => set({ note: target.value })} />
      <output>{JSON.stringify(state)}</output>
    </div>
  );
});
