import type { MailEntry } from '#platform/mail/records.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { mailLogTexts as texts } from './texts.ts';

const looks = {
  queued: { text: texts.stateQueued, tone: 'info' },
  sending: { text: texts.stateSending, tone: 'info' },
  sent: { text: texts.stateSent, tone: 'success' },
  refused: { text: texts.stateRefused, tone: 'error' },
  retried: { text: texts.stateRetried, tone: 'warning' },
} as const;

interface MailStateBadgeProps {
  readonly t: Translate;
  readonly mail: Pick<MailEntry, 'state'> & Partial<Pick<MailEntry, 'error'>>;
}

export function MailStateBadge({ t, mail: { state, error = null } }: MailStateBadgeProps) {
  const { text, tone } = looks[state === 'queued' && error !== null ? 'retried' : state];
  return <StateBadge tone={tone}>{t(text)}</StateBadge>;
}
