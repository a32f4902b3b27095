import { showAlert } from '../alert.ts';
import { type Gallery, openGallery } from './gallery.ts';
import { formatCount } from './template.ts';

/** Milliseconds that an image is shown. */
const interval = 5_000;
const maxThumbnails = 30;

export interface SlideshowTexts {
  readonly label: string;
  readonly play: string;
  readonly pause: string;
  /** Contains `{n}`. */
  readonly thumbnail: string;
  readonly imageFailed: string;
  readonly ok: string;
}

/**
 * Shows the images of links one after the other, with thumbnails. It pauses at a press of its button, at the first
 * touch of an image, and when an image does not load, which an alert reports. With reduced motion it starts paused.
 */
export function openSlideshow(links: readonly HTMLElement[], texts: SlideshowTexts): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = 0;
  let isPlaying = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const failed = new Set<number>();
  const play = document.createElement('button');
  play.type = 'button';
  play.className = 'button button--text lightbox__play';
  const thumbnails = links
    .slice(0, maxThumbnails)
    .map((link, index) => createThumbnail(link, formatCount(texts.thumbnail, index + 1)));

  const schedule = (gallery: Gallery) => {
    clearTimeout(timer);
    if (isPlaying && gallery.dialog.open)
      timer = setTimeout(() => gallery.goTo((current + 1) % links.length), interval);
  };
  const setPlaying = (value: boolean) => {
    isPlaying = value;
    play.textContent = value ? texts.pause : texts.play;
    // While the slideshow plays, a screen reader would announce each change.
    gallery.dialog.querySelector('.lightbox__count')?.setAttribute('aria-live', value ? 'off' : 'polite');
    schedule(gallery);
  };
  const reportFailure = () => {
    if (!failed.delete(current)) return;
    setPlaying(false);
    showAlert(texts.imageFailed, { label: texts.label, okLabel: texts.ok, isNative: false });
  };
  const gallery = openGallery(links, 0, texts.label, {
    onShown(index) {
      current = index;
      for (const [place, button] of thumbnails.entries()) button.ariaCurrent = place === index ? 'true' : null;
      thumbnails[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      // The first image is shown before the dialog is returned.
      queueMicrotask(() => {
        schedule(gallery);
        reportFailure();
      });
    },
    onFailed(index) {
      failed.add(index);
      reportFailure();
    },
  });
  const { dialog } = gallery;
  play.addEventListener('click', () => setPlaying(!isPlaying));
  for (const [index, button] of thumbnails.entries())
    button.addEventListener('click', () => {
      setPlaying(false);
      gallery.goTo(index);
    });
  dialog.addEventListener('pointerdown', ({ target }) => {
    if ((target as Element).closest('.lightbox__strip, .lightbox__zoom')) setPlaying(false);
  });
  dialog.addEventListener('close', () => clearTimeout(timer));
  const strip = document.createElement('div');
  strip.className = 'lightbox__thumbnails';
  strip.append(...thumbnails);
  dialog.querySelector('.lightbox__bar')?.append(play);
  dialog.querySelector('.lightbox__content')?.append(strip);
  setPlaying(isPlaying);
}

function createThumbnail(link: HTMLElement, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', label);
  const picture = link.querySelector('picture, img')?.cloneNode(true);
  if (picture) button.append(picture);
  return button;
}
