import { failure } from './failure.ts';
import { openLightbox } from './lightbox.ts';
import { readTemplate } from './texts.ts';

const files = /\.(mp4|m4v|webm|ogv)$/i;

/** Plays a film's file; anything else is a page of its own with a player in it, whose origin the policy must know. */
export function openVideo(href: string, label: string): HTMLDialogElement {
  const frame = document.createElement('div');
  frame.className = 'lightbox__video';
  const { pathname } = new URL(href, location.href);
  const show = () => frame.replaceChildren(files.test(pathname) ? film(href, frame, show) : player(href, label));
  show();
  return openLightbox(frame, { kind: 'video', label });
}

function film(href: string, frame: HTMLElement, again: () => void): HTMLVideoElement {
  const { texts } = readTemplate();
  const video = document.createElement('video');
  Object.assign(video, { src: href, controls: true, autoplay: true, playsInline: true });
  video.addEventListener('error', () => frame.replaceChildren(failure(texts.videoFailed, texts.again, again)));
  return video;
}

function player(href: string, label: string): HTMLIFrameElement {
  const inside = document.createElement('iframe');
  Object.assign(inside, { src: href, title: label, allow: 'autoplay; fullscreen', allowFullscreen: true });
  return inside;
}
