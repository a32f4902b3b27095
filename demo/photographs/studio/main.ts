import * as THREE from 'three';
import { createCamera } from './camera.ts';
import { renderFrames } from './render/film.ts';
import { disposeSubject, paintForCamera, prepareSubject } from './render/subject.ts';
import { sittings } from './sittings/all.ts';

export interface Order {
  slug: string;
  sitting: number;
  views: string[];
  width: number;
  frames: number;
  rays: number;
  /** Side of the shadow map, pixels. */
  shadow: number;
}

export interface Photograph {
  view: string;
  /** PNG as a data URL. */
  picture: string;
}

/** What the command line asks of this page. */
export interface Studio {
  list(): { slug: string; sitting: number; views: string[] }[];
  photograph(order: Order): Photograph[];
}

declare global {
  interface Window {
    studio: Studio;
  }
}

const canvas = document.createElement('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
renderer.outputColorSpace = THREE.LinearSRGBColorSpace;

window.studio = {
  list: () =>
    Object.entries(sittings).flatMap(([slug, list]) =>
      list.map((sitting, index) => ({ slug, sitting: index, views: sitting.shots.map((shot) => shot.view) })),
    ),
  photograph({ slug, sitting: index, views, width, frames, rays, shadow }) {
    const sitting = sittings[slug]?.[index];
    if (!sitting) throw new Error(`No sitting ${index} of ${slug}`);
    const height = width * 1.25;
    const subject = prepareSubject(sitting.arrangement(), { rays, bounces: 4 });
    const photographs = sitting.shots
      .filter((shot) => views.includes(shot.view))
      .map(({ view, framing }) => {
        const eye = createCamera(framing);
        paintForCamera(subject, eye, 0.8, height);
        renderFrames(renderer, subject, eye, {
          width,
          height,
          frames,
          shadow,
          exposure: 1.12,
          contrast: 0.22,
          saturation: 0.86,
          vignette: 0.22,
        });
        return { view, picture: canvas.toDataURL('image/png') };
      });
    disposeSubject(subject);
    return photographs;
  },
};
