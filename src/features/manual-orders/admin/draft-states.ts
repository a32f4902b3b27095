import type { DraftState } from '../drafts.ts';
import { draftTexts as texts } from './draft-texts.ts';

export const draftLooks = {
  draft: { text: texts.stateDraft, tone: 'neutral' },
  quoted: { text: texts.stateQuoted, tone: 'info' },
  expired: { text: texts.stateExpired, tone: 'warning' },
  ordered: { text: texts.stateOrdered, tone: 'success' },
} as const satisfies Readonly<Record<DraftState, object>>;
