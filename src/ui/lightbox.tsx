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
}

/** The markup that every lightbox is made from. Once in a page. */
export function LightboxTemplate({ labels }: { readonly labels: LightboxLabels }) {
  const { close, previous, next, zoom, ...texts } = labels;
  return (
    <template id="vt-lightbox" data-texts={JSON.stringify(texts)}>
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
    </template>
  );
}
