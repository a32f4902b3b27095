import type { Feature } from '#platform/features/feature.ts';
import { botChecks } from './ports.ts';
import { botCheckSettings } from './settings.ts';
import { botCheckTexts } from './texts.ts';
import { purgeBotChecksJob } from './uses.ts';

export const botCheck: Feature = {
  name: 'bot-check',
  needs: [],
  ports: [botChecks],
  jobs: [purgeBotChecksJob],
  settings: [botCheckSettings],
  texts: [botCheckTexts],
};
