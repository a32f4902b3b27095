import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { checkPath, testMailPath } from './setting-paths.ts';
import { settingsTexts as texts } from './texts.ts';

interface CheckButtonsProps {
  readonly t: Translate;
  readonly name: string;
  readonly title: string;
}

export function CheckButtons({ t, name, title }: CheckButtonsProps) {
  return (
    <>
      <form method="post" action={checkPath}>
        <input type="hidden" name="section" value={name} />
        <Button look="quiet" aria-label={t(texts.checkTitle, { what: title })}>
          {t(texts.check)}
        </Button>
      </form>
      {name === 'mail' && (
        <form method="post" action={testMailPath}>
          <Button look="quiet">{t(texts.testMail)}</Button>
        </form>
      )}
    </>
  );
}
