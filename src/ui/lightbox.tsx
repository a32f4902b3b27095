import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface LightboxLabels {
  readonly close: string;
  readonly previous: string;
  readonly next: string;
  readonly images: string;
  readonly zoom: string;
  readonly retry: string;
  /** Contains `{n}` and `{total}`. */
  readonly count: string;
  /** Contains `{n}`. */
  readonly imageFailed: string;
  readonly videoFailed: string;
  readonly zoomFailed: string;
  /** Messages for fields in a dialog that have no message of their own. */
  readonly invalidEmail: string;
  readonly invalidUrl: string;
}

interface LightboxProps {
  readonly labels: LightboxLabels;
}

/**
 * The markup that every lightbox is made from. Render it once in a page.
 * @param html HTML of `LightboxContent`, if it is rendered already
 */
export function LightboxTemplate({ labels, html }: LightboxProps & { readonly html?: string }) {
  const { close: _close, previous: _previous, next: _next, zoom: _zoom, ...texts } = labels;
  const content =
    html === undefined
      ? { children: <LightboxContent labels={labels} /> }
      : { dangerouslySetInnerHTML: { __html: html } };
  return <template id="vt-lightbox" data-texts={JSON.stringify(texts)} {...content} />;
}

export function LightboxContent({ labels: { close, previous, next, zoom } }: LightboxProps) {
  return (
    <>
      <dialog className="lightbox" closedby="any">
        <button className="lightbox__close icon-button" type="button">
          <Icon name="x" />
          <VisuallyHidden>{close}</VisuallyHidden>
        </button>
        <div className="lightbox__content" />
      </dialog>
      <button className="lightbox__zoom icon-button" type="button" aria-pressed="false">
        <Icon name="plus" />
        <Icon name="minus" />
        <VisuallyHidden>{zoom}</VisuallyHidden>
      </button>
      <div className="lightbox__bar">
        <button className="lightbox__step icon-button" type="button" data-step="-1">
          <Icon name="chevron-down" />
          <VisuallyHidden>{previous}</VisuallyHidden>
        </button>
        <p className="lightbox__count" role="status" />
        <button className="lightbox__step icon-button" type="button" data-step="1">
          <Icon name="chevron-down" />
          <VisuallyHidden>{next}</VisuallyHidden>
        </button>
      </div>
    </>
  );
}
