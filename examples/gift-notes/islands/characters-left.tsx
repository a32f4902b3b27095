import { useEffect, useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';

export interface CharactersLeftProps {
  /** Id of the field that is typed in. */
  readonly field: string;
  readonly most: number;
  /** Characters that the server sent in it. */
  readonly used: number;
  readonly label: string;
}

/** At these a screen reader hears what is left; at each key it would be a nuisance. */
const spokenAt = [20, 10, 0];

/** Counts beside the field rather than around it, so that whatever was typed before it woke stays untouched. */
export const CharactersLeft = defineIsland(
  'gift-notes/characters-left',
  function CharactersLeft(props: CharactersLeftProps) {
    const { field, most, used, label } = props;
    const [left, setLeft] = useState(most - used);
    const [typed, setTyped] = useState(false);
    useEffect(() => {
      const input = document.getElementById(field);
      if (!(input instanceof HTMLTextAreaElement)) return;
      const count = () => setLeft(most - input.value.length);
      const type = () => {
        setTyped(true);
        count();
      };
      count();
      input.addEventListener('input', type);
      return () => input.removeEventListener('input', type);
    }, [field, most]);
    return (
      <p className="field__hint when-script">
        {label} {left}
        <span className="visually-hidden" role="status">
          {typed && spokenAt.includes(left) ? `${label} ${left}` : ''}
        </span>
      </p>
    );
  },
);
