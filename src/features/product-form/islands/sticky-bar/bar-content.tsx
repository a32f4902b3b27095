import type { MouseEvent, ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';

export const getBarId = (formId: string): string => `${formId}-bar`;

export interface BarContentProps {
  readonly picture: string | null;
  readonly name: string;
  readonly price: ReactNode;
  readonly children: ReactNode;
}

export function BarContent({ picture, name, price, children }: BarContentProps) {
  return (
    <div className="sticky-bar__in wrap">
      {/* The image is lazy: otherwise React preloads it before style sheets and the product photograph. */}
      {picture && (
        <img
          className="sticky-bar__photo"
          src={picture}
          alt=""
          width={48}
          height={60}
          loading="lazy"
          decoding="async"
        />
      )}
      <div className="sticky-bar__text">
        <p className="sticky-bar__name">{name}</p>
        <p className="sticky-bar__price">{price}</p>
      </div>
      <div className="sticky-bar__buttons">{children}</div>
    </div>
  );
}

interface BarLinkProps {
  /** Id of the form. */
  readonly id: string;
  readonly text: string;
  readonly onPress?: () => void;
}

/** A link, so that it leads to the form also before hydration. */
export function BarLink({ id, text, onPress }: BarLinkProps) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    onPress?.();
  };
  return (
    <ButtonLink className="sticky-bar__button" href={`#${id}`} onClick={handleClick}>
      {text}
    </ButtonLink>
  );
}
