import type { ConsentPurpose } from '#features/consent/index.ts';
import { videoQuestion } from '#features/content/contract.ts';
import { contentSettings } from '#features/content/settings.ts';
import { elementTexts as texts } from './element-texts.ts';

/** Video players of other sites. They are loaded only after the shopper has allowed them and pressed play. */
export const videoPurpose: ConsentPurpose = {
  id: videoQuestion,
  title: texts.videoPurpose,
  summary: texts.videoPurposeSummary,
  describe: ({ t }) => t(texts.videoPurposeText),
  isUsed: (shop) => shop.settings(contentSettings).playsVideos,
  isAllowedByDefault: () => false,
  cookies: () => [],
};
