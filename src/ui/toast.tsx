import { Icon } from './icon.tsx';

/** The markup of each short notice that scripts show with `showToast`. Render it once in a page. */
export function ToastTemplate({ close, retry }: { readonly close: string; readonly retry: string }) {
  return (
    <template id="vt-toast">
      <div className="toast" tabIndex={-1}>
        <Icon name="check" />
        <Icon name="triangle-alert" />
        <p />
        <button className="button button--text" type="button">
          {retry}
        </button>
        <button className="button button--text toast__close" type="button" aria-label={close}>
          ×
        </button>
      </div>
    </template>
  );
}
