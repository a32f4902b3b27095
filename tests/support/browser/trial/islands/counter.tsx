import { useEffect, useId, useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';

export const Counter = defineIsland('trial/counter', function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  const id = useId();
  useEffect(() => {
    window.said.push('counter mounted');
    return () => {
      window.said.push('counter unmounted');
    };
  }, []);
  return (
    <fieldset onFocus={() => window.said.push('counter focused')}>
      <label htmlFor={id}>{label}</label>
      <input id={id} />
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
    </fieldset>
  );
});
