import { useEffect, useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';

export interface CharactersLeftProps {
  /** Id of the textarea. */
  readonly field: string;
  readonly maxLength: number;
  /** Characters in it when the server rendered it. */
  readonly used: number;
  readonly label: string;
}

/** Announced to screen readers at these counts only: at every key would be too much. */
const announcedCounts = [20, 10, 0];

/** Stands beside the field, not around it, so that hydration leaves typed text alone. */
export const CharactersLeft = defineIsland(
  'gift-notes/characters-left',
  function CharactersLeft(props: CharactersLeftProps) {
    const { field, maxLength, used, label } = props;
    const [left, setLeft] = useState(maxLength - used);
    const [hasTyped, setHasTyped] = useState(false);
    useEffect(() => {
      const input = document.getElementById(field);
      if (!(input instanceof HTMLTextAreaElement)) return;
      const count = () => setLeft(maxLength - input.value.length);
      const onInput = () => {
        setHasTyped(true);
        count();
      };
      count();
      input.addEventListener('input', onInput);
      return () => input.removeEventListener('input', onInput);
    }, [field, maxLength]);
    return (
      <p className="field__hint when-script">
        {label} {left}
        <span className="visually-hidden" role="status">
          {hasTyped && announcedCounts.includes(left) ? `${label} ${left}` : ''}
        </span>
      </p>
    );
  },
);
