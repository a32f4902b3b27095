import type { Translate } from '#platform/texts/texts.ts';
import { commentTexts as texts } from '../texts.ts';

const outline = 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z';

interface StarsProps {
  readonly t: Translate;
  /** From 0 to 5. */
  readonly value: number;
}

/** Shows stars as an image with a text alternative: colour alone would not be accessible. */
export function Stars({ t, value }: StarsProps) {
  const shown = Math.round(value * 10) / 10;
  return (
    <span className="stars" role="img" aria-label={t(texts.starsOf, { stars: shown })}>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
          <path d={outline} className="stars__outline" />
          <path
            d={outline}
            className="stars__fill"
            style={{ clipPath: `inset(0 ${100 - Math.max(0, Math.min(1, value - star + 1)) * 100}% 0 0)` }}
          />
        </svg>
      ))}
    </span>
  );
}
