import * as THREE from 'three';
import type { Camera } from '../camera.ts';
import type { Lighting } from '../lighting.ts';
import { getSequencePoint, toDisc } from '../random.ts';
import type { Vec3 } from '../solid.ts';
import {
  addFragmentShader,
  depthFragmentShader,
  depthVertexShader,
  developFragmentShader,
  screenVertexShader,
} from './shading.glsl.ts';

export interface Exposure {
  width: number;
  height: number;
  /** Number of averaged frames; each samples another point of the light, the lens and the pixel. */
  frames: number;
  /** Side of the shadow map, pixels. */
  shadow: number;
  exposure: number;
  contrast: number;
  saturation: number;
  vignette: number;
}

export interface Subject {
  scene: THREE.Scene;
  shadows: THREE.Scene;
  lighting: Lighting;
  /** Shared by all materials of the scene. */
  uniforms: Record<string, THREE.IUniform>;
  /** What must fall into the shadow map: a ball, mm. */
  middle: Vec3;
  reach: number;
}

/** Renders the picture onto the renderer's canvas. */
export function renderFrames(renderer: THREE.WebGLRenderer, subject: Subject, camera: Camera, picture: Exposure): void {
  const { width, height, frames } = picture;
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
  const frame = createTarget(width, height, true);
  const sum = createTarget(width, height, false);
  const shadow = createTarget(picture.shadow, picture.shadow, true, THREE.RedFormat);
  const depth = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: depthVertexShader,
    fragmentShader: depthFragmentShader,
    uniforms: { uLight: subject.uniforms.uLight ?? { value: null } },
    side: THREE.DoubleSide,
  });
  subject.shadows.overrideMaterial = depth;
  const add = createScreenPass(addFragmentShader, { uFrame: { value: frame.texture } });
  add.material.blending = THREE.CustomBlending;
  add.material.blendSrc = THREE.OneFactor;
  add.material.blendDst = THREE.OneFactor;
  renderer.autoClear = false;
  clearTarget(renderer, sum, 0);
  for (let index = 0; index < frames; index++) {
    drawShadow(renderer, subject, shadow, index, frames);
    clearTarget(renderer, frame, 0);
    renderer.render(subject.scene, createJitteredCamera(camera, index, width, height));
    renderer.setRenderTarget(sum);
    renderer.render(add.scene, screenCamera);
  }
  const develop = createScreenPass(developFragmentShader, {
    uSum: { value: sum.texture },
    uExposure: { value: picture.exposure / frames },
    uContrast: { value: picture.contrast },
    uSaturation: { value: picture.saturation },
    uVignette: { value: picture.vignette },
  });
  renderer.setRenderTarget(null);
  renderer.clear();
  renderer.render(develop.scene, screenCamera);
  for (const used of [frame, sum, shadow, depth, add.material, develop.material]) used.dispose();
}

function createTarget(
  width: number,
  height: number,
  depthBuffer: boolean,
  format: THREE.PixelFormat = THREE.RGBAFormat,
) {
  return new THREE.WebGLRenderTarget(width, height, {
    type: THREE.FloatType,
    format,
    depthBuffer,
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
  });
}

function clearTarget(renderer: THREE.WebGLRenderer, into: THREE.WebGLRenderTarget, value: number): void {
  renderer.setRenderTarget(into);
  renderer.setClearColor(new THREE.Color(value, value, value), 1);
  renderer.clear();
}

const screenCamera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);

function createScreenPass(fragmentShader: string, uniforms: Record<string, THREE.IUniform>) {
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: screenVertexShader,
    fragmentShader,
    uniforms,
    depthTest: false,
    depthWrite: false,
  });
  const scene = new THREE.Scene();
  scene.add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material));
  return { scene, material };
}

function drawShadow(
  renderer: THREE.WebGLRenderer,
  subject: Subject,
  into: THREE.WebGLRenderTarget,
  index: number,
  frames: number,
): void {
  const { key } = subject.lighting;
  const [s, t] = getSequencePoint(index, 0.13);
  const light = new THREE.Vector3(...key.centre)
    .addScaledVector(new THREE.Vector3(...key.right), s * 2 - 1)
    .addScaledVector(new THREE.Vector3(...key.up), t * 2 - 1);
  const middle = new THREE.Vector3(...subject.middle);
  const away = light.distanceTo(middle);
  const eye = new THREE.PerspectiveCamera(1, 1, Math.max(20, away - subject.reach * 2.2), away + subject.reach * 3);
  eye.fov = (2 * Math.atan(subject.reach / away) * 180) / Math.PI;
  eye.position.copy(light);
  eye.lookAt(middle);
  eye.updateProjectionMatrix();
  eye.updateMatrixWorld(true);
  setUniform(subject, 'uFrame', index);
  // Angular distance between samples on the light, and size of a mm on the shadow map.
  const span = Math.sqrt(Math.hypot(...key.right) * Math.hypot(...key.up)) * 2;
  setUniform(subject, 'uSpacing', (0.45 * span) / Math.sqrt(frames) / key.distance);
  setUniform(subject, 'uPerMm', 1 / (2 * subject.reach));
  setUniform(subject, 'uLight', light);
  setUniform(subject, 'uShadow', into.texture);
  setUniform(subject, 'uShadowMatrix', eye.projectionMatrix.clone().multiply(eye.matrixWorldInverse));
  clearTarget(renderer, into, 1e6);
  renderer.render(subject.shadows, eye);
}

function setUniform(subject: Subject, name: string, value: unknown): void {
  const uniform = subject.uniforms[name];
  if (uniform) uniform.value = value;
}

// Moves the eye over the lens and shears the frustum so that the plane in focus stays put.
function createJitteredCamera(camera: Camera, index: number, width: number, height: number): THREE.PerspectiveCamera {
  const eye = new THREE.PerspectiveCamera(camera.angle, width / height, 10, 12000);
  eye.position.set(...camera.from);
  eye.lookAt(...camera.at);
  eye.updateMatrixWorld(true);
  eye.updateProjectionMatrix();
  const [lensX, lensY] = toDisc(getSequencePoint(index, 0.41)).map((value) => value * camera.lens) as [number, number];
  const [pixelX, pixelY] = getSequencePoint(index, 0.77);
  const forward = new THREE.Vector3();
  eye.getWorldDirection(forward);
  const focus = new THREE.Vector3(...camera.focus).sub(eye.position).dot(forward);
  const projection = eye.projectionMatrix.elements;
  const [p00 = 1, p11 = 1] = [projection[0], projection[5]];
  eye.translateX(lensX);
  eye.translateY(lensY);
  projection[8] = (projection[8] ?? 0) - (p00 * lensX) / focus + ((pixelX * 2 - 1) / width) * 1.2;
  projection[9] = (projection[9] ?? 0) - (p11 * lensY) / focus + ((pixelY * 2 - 1) / height) * 1.2;
  eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
  eye.updateMatrixWorld(true);
  return eye;
}
