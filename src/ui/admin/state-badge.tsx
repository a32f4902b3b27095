import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

interface StateBadgeProps {
  readonly tone?: Tone | undefined;
  /** A state that is not settled yet has an open mark. */
  readonly isOpen?: boolean | undefined;
  /** The state as a word: its colour says nothing that the word doesn't. */
  readonly children: ReactNode;
}

export function StateBadge({ tone = 'neutral', isOpen = false, children }: StateBadgeProps) {
  return (
    <span className={`badge badge--${tone}`} data-open={isOpen || undefined}>
      {children}
    </span>
  );
}
