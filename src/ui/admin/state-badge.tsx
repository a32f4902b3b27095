import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

interface StateBadgeProps {
  readonly tone?: Tone | undefined;
  /** Whether the state is not final yet, which an open mark shows. */
  readonly isOpen?: boolean | undefined;
  /** The state as a word, because colour alone must not carry the meaning. */
  readonly children: ReactNode;
}

export function StateBadge({ tone = 'neutral', isOpen = false, children }: StateBadgeProps) {
  return (
    <span className={`badge badge--${tone}`} data-open={isOpen || undefined}>
      {children}
    </span>
  );
}
