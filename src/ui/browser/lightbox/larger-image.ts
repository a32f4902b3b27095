/** Milliseconds until a failure message is shown. */
const failureDelay = 2_500;

/**
 * Loads an image in its displayed size and shows it once it is decoded. The current image stays
 * until then, and when loading fails.
 * @returns a function that cancels or removes the failure message
 */
export function loadLargerImage(image: HTMLImageElement, failureText: string): () => void {
  const picture = image.closest('picture') ?? image;
  const sizes = `${Math.ceil(image.getBoundingClientRect().width)}px`;
  const copy = picture.cloneNode(true) as HTMLElement;
  const copiedImage = copy instanceof HTMLImageElement ? copy : copy.querySelector('img');
  const message = document.createElement('p');
  message.className = 'lightbox__zoom-failure';
  message.setAttribute('role', 'alert');
  message.textContent = failureText;

  const timer = setTimeout(() => image.closest('.lightbox__slide')?.append(message), failureDelay);
  const stop = () => {
    clearTimeout(timer);
    message.remove();
  };
  if (copiedImage) {
    copiedImage.loading = 'eager';
    setSizes(copy, sizes);
    copiedImage.decode().then(
      () => {
        stop();
        setSizes(picture, sizes);
      },
      // The failure is ignored here, because the timer shows the message.
      () => {},
    );
  }
  return stop;
}

export function setSizes(picture: Element, sizes: string): void {
  for (const element of [picture, ...picture.querySelectorAll('*')]) {
    if (element.matches('source, img')) element.setAttribute('sizes', sizes);
  }
}
