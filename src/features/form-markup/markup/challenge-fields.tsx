import type { FieldOf } from '#features/form-definitions/index.ts';
import { defaultMaxLength, getCaptchaChallengeName, getQuizAnswerName } from '#features/form-definitions/index.ts';
import { formMarkupTexts } from '../texts.ts';
import { ControlWrap, type FieldProps, getControlAttributes } from './control-wrap.tsx';
import { joinClasses } from './field-context.ts';

const challengeInput = { type: 'text', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/**
 * Question, input and hidden answer stay in one element, where scripts look for them. On a
 * cached page question and answer are empty until they are fetched.
 */
export function QuizField({ field, context }: FieldProps<FieldOf<'quiz'>>) {
  const { prefix, state, isInLabel } = context;
  const quiz = state.quizzes?.get(field.name);
  const question = <span className={`${prefix}-quiz-label`}>{quiz?.question}</span>;
  const input = (
    <input
      {...challengeInput}
      {...getControlAttributes({ field, context: { ...context, isInLabel: true } }, ['quiz'], 'input')}
      name={field.name}
      aria-required
      size={field.size}
      maxLength={field.maxlength ?? defaultMaxLength.line}
    />
  );
  return (
    <ControlWrap field={field} context={context}>
      {isInLabel ? (
        <>
          {question} {input}
        </>
      ) : (
        // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside
        <label>
          {question} {input}
        </label>
      )}
      <input type="hidden" name={getQuizAnswerName(prefix, field.name)} defaultValue={quiz?.answerHash ?? ''} />
    </ControlWrap>
  );
}

/** CSS pixels. The picture has twice as many each way, for sharp screens and zoom. */
export const captchaSizes = {
  small: { width: 132, height: 48 },
  medium: { width: 176, height: 64 },
  large: { width: 231, height: 84 },
} as const;
/** One transparent pixel: an image needs an address, and a cached page has no challenge. */
const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export function CaptchaImage({ field, context }: FieldProps<FieldOf<'captcha-image'>>) {
  const { prefix, state, t } = context;
  const captcha = state.captchas?.get(field.name);
  const { width, height } = captchaSizes[field.size];
  return (
    <>
      <input type="hidden" name={getCaptchaChallengeName(prefix, field.name)} defaultValue={captcha?.challenge ?? ''} />
      <img
        className={joinClasses(
          ...[`${prefix}-form-control`, `${prefix}-captchac`],
          // Scripts look for the name without colons.
          `${prefix}-captcha-${field.name.replaceAll(':', '')}`,
          field.class,
        )}
        id={field.id === undefined ? undefined : getControlAttributes({ field, context }, []).id}
        src={captcha?.src ?? emptyImage}
        width={width}
        height={height}
        alt={t(formMarkupTexts.captcha_alternative)}
      />
    </>
  );
}

/** Who can't see the image answers the quiz instead, where there is one. */
export function CaptchaInput({ field, context }: FieldProps<FieldOf<'captcha'>>) {
  const { hasQuiz, t } = context;
  const hint = [field.hint, hasQuiz && t(formMarkupTexts.captcha_or_quiz)].filter(Boolean).join(' ');
  return (
    <ControlWrap field={field} context={context} hint={hint === '' ? undefined : hint}>
      <input
        {...challengeInput}
        {...getControlAttributes({ field, context }, ['captchar'], 'input')}
        name={field.name}
        aria-required={!hasQuiz || undefined}
        placeholder={field.placeholder}
        size={field.size}
        maxLength={field.maxlength ?? defaultMaxLength.line}
      />
    </ControlWrap>
  );
}
