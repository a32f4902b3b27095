export { createActorSubject, getBotCheckSiteKey, hasBotCheck, prepareBotCheck, verifyBotCheck } from './check.ts';
export { botCheckField } from './contract.ts';
export { botCheck } from './feature.ts';
export { type BotCheck, type BotCheckAnswer, type BotCheckVerdict, botChecks, type CheckedSubject } from './ports.ts';
export { proofOfWork } from './proof-of-work.tsx';
export { createChallengeWidget, createScoreCheck } from './services/service-checks.tsx';
export { botCheckSettings } from './settings.ts';
export { botCheckTexts } from './texts.ts';
