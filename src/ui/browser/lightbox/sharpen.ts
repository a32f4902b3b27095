/** Milliseconds that the large picture has before one is told that it did not come (spec 9.6/5, 8.2/4). */
const longestWait = 2_500;

/**
 * Fetches a picture as large as it is shown now, and shows it when it is whole: until then, and if it never comes, the one that is there stays.
 * @returns stops waiting, and takes the message away
 */
export function sharpen(image: HTMLImageElement, failed: string): () => void {
  const shown = image.closest('picture') ?? image;
  const sizes = `${Math.ceil(image.getBoundingClientRect().width)}px`;
  const larger = shown.cloneNode(true) as HTMLElement;
  const fetched = larger instanceof HTMLImageElement ? larger : larger.querySelector('img');
  const message = document.createElement('p');
  message.className = 'lightbox__zoom-failure';
  message.setAttribute('role', 'alert');
  message.textContent = failed;

  const timer = setTimeout(() => image.closest('.lightbox__slide')?.append(message), longestWait);
  const stop = () => {
    clearTimeout(timer);
    message.remove();
  };
  if (fetched) {
    fetched.loading = 'eager';
    setSizes(larger, sizes);
    fetched.decode().then(
      () => {
        stop();
        setSizes(shown, sizes);
      },
      // The message says so in its time.
      () => {},
    );
  }
  return stop;
}

/** @param picture a `<picture>` or an `<img>` */
export function setSizes(picture: Element, sizes: string): void {
  for (const part of [picture, ...picture.querySelectorAll('*')]) {
    if (part.matches('source, img')) part.setAttribute('sizes', sizes);
  }
}
