export { passesBotCheck, prepareBotCheck } from './check.ts';
export { botCheckField } from './contract.ts';
export { botCheck } from './feature.ts';
export { type BotCheck, type BotCheckAnswer, botChecks, type CheckedSubject } from './ports.ts';
export { proofOfWork } from './proof-of-work.tsx';
export { botCheckSettings } from './settings.ts';
export { botCheckTexts } from './texts.ts';
