import { createFailureMessage } from './failure-message.ts';
import { openLightbox } from './lightbox.ts';
import { readTemplate } from './template.ts';

const videoFile = /\.(mp4|m4v|webm|ogv)$/i;

/**
 * Plays a video file. Any other address is shown as a page with a player; the content security
 * policy must allow its origin.
 */
export function openVideo(href: string, label: string): HTMLDialogElement {
  const container = document.createElement('div');
  container.className = 'lightbox__video';
  const { pathname } = new URL(href, location.href);
  const show = () =>
    container.replaceChildren(
      videoFile.test(pathname) ? createVideo(href, container, show) : createPlayer(href, label),
    );
  show();
  return openLightbox(container, { kind: 'video', label });
}

function createVideo(href: string, container: HTMLElement, onRetry: () => void): HTMLVideoElement {
  const { texts } = readTemplate();
  const video = document.createElement('video');
  Object.assign(video, { src: href, controls: true, autoplay: true, playsInline: true });
  video.addEventListener('error', () =>
    container.replaceChildren(createFailureMessage(texts.videoFailed, texts.retry, onRetry)),
  );
  return video;
}

function createPlayer(href: string, label: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  Object.assign(iframe, { src: href, title: label, allow: 'autoplay; fullscreen', allowFullscreen: true });
  return iframe;
}
