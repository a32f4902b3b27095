/** Puts an editor beside the textarea of a rich text. The editor is loaded after the page. */
export function behaviour(element: HTMLElement): () => void {
  const place = element.querySelector<HTMLElement>('[data-rich-text]');
  const textarea = element.querySelector('textarea');
  let isGone = false;
  let destroy = () => {};
  if (place && textarea && place.childElementCount === 0)
    void import('../browser/editor.ts').then(({ startEditor }) => {
      if (!isGone) destroy = startEditor(place, textarea);
    });
  return () => {
    isGone = true;
    destroy();
  };
}
