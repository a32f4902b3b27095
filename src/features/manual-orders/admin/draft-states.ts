import type { DraftState } from '../drafts.ts';
import { draftTexts as texts } from './draft-texts.ts';

export const draftLooks = {
  draft: { text: texts.stateDraft, tone: 'neutral' },
  quoted: { text: texts.stateQuoted, tone: 'info' },
  expired: { text: texts.stateExpired, tone: 'warning' },
  withdrawn: { text: texts.stateWithdrawn, tone: 'neutral' },
  ordered: { text: texts.stateOrdered, tone: 'success' },
  deleted: { text: texts.stateDeleted, tone: 'error' },
} as const satisfies Readonly<Record<DraftState, object>>;
