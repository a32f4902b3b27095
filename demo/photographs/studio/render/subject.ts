import * as THREE from 'three';
import type { Camera } from '../camera.ts';
import type { Lighting } from '../lighting.ts';
import type { Solid, Vec3 } from '../solid.ts';
import { linear } from '../surfaces.ts';
import { type BakeQuality, bakeLight } from './bake.ts';
import type { Bvh } from './bvh.ts';
import type { Subject } from './film.ts';
import { paintMap } from './lookmap.ts';
import { fragmentShader, vertexShader } from './shading.glsl.ts';
import { createSheetCoordinates, measureSheet, type Sheet } from './sheet.ts';
import { createSight } from './sight.ts';

export interface Arrangement {
  solids: Solid[];
  lighting: Lighting;
  /** Mean colour of what stands under and behind, for reflections. */
  ground: string;
  wall: string;
  /** The ball that must fall into the shadow map, mm. */
  middle: Vec3;
  reach: number;
}

export interface Prepared extends Subject {
  pieces: Piece[];
  bvh: Bvh;
}

interface Piece {
  solid: Solid;
  light: Float32Array;
  sheet: Sheet;
  mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
}

/** Bakes the light of an arrangement; paintForCamera() completes it for a camera. */
export function prepareSubject(arrangement: Arrangement, quality: BakeQuality): Prepared {
  const { lighting, middle, reach } = arrangement;
  const solids = arrangement.solids.filter((solid) => !solid.shadowOnly);
  const { lights, bvh } = bakeLight(solids, lighting, quality);
  const uniforms = createRoomUniforms(arrangement);
  const scene = new THREE.Scene();
  const shadows = new THREE.Scene();
  const pieces = solids.map((solid, index): Piece => {
    const light = lights[index] ?? new Float32Array();
    const sheet = measureSheet(solid);
    const mesh = new THREE.Mesh(createGeometry(solid, light, sheet), createMaterial(uniforms));
    mesh.frustumCulled = false;
    // Pieces are drawn before the room, so that its hidden parts are skipped.
    mesh.renderOrder = -index;
    scene.add(mesh);
    if (solid.castsShadow) {
      const shade = new THREE.Mesh(mesh.geometry);
      shade.frustumCulled = false;
      shadows.add(shade);
    }
    return { solid, light, sheet, mesh };
  });
  for (const solid of arrangement.solids) if (solid.shadowOnly) shadows.add(createShadowMesh(solid));
  return { scene, shadows, lighting, uniforms, middle, reach, pieces, bvh };
}

/** Paints what this camera will see, as finely as the picture of that height needs. */
export function paintForCamera({ pieces, bvh }: Prepared, camera: Camera, aspect: number, height: number): void {
  const see = createSight(camera, aspect, bvh);
  const perMmAtOne = height / 2 / Math.tan((camera.angle * Math.PI) / 360);
  for (const { solid, light, sheet, mesh } of pieces) {
    const seen = see(solid, sheet);
    mesh.visible = seen !== null;
    if (seen) setLook(mesh.material, paintMap(solid, light, sheet, seen.part, perMmAtOne / seen.nearest));
  }
}

function createShadowMesh(solid: Solid): THREE.Mesh {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(solid.positions, 3));
  geometry.setIndex(new THREE.BufferAttribute(solid.indices, 1));
  const shade = new THREE.Mesh(geometry);
  shade.frustumCulled = false;
  return shade;
}

function setLook(material: THREE.ShaderMaterial, { colour, relief, part }: ReturnType<typeof paintMap>): void {
  disposeLook(material);
  const { uniforms } = material;
  if (uniforms.uLookColour) uniforms.uLookColour.value = colour;
  if (uniforms.uLookRelief) uniforms.uLookRelief.value = relief;
  if (uniforms.uLookWindow) uniforms.uLookWindow.value = new THREE.Vector4(part.left, part.top, part.across, part.down);
}

function disposeLook({ uniforms }: THREE.ShaderMaterial): void {
  uniforms.uLookColour?.value?.dispose();
  uniforms.uLookRelief?.value?.dispose();
}

/** Frees textures, geometries and materials. */
export function disposeSubject({ pieces }: Prepared): void {
  for (const { mesh } of pieces) {
    disposeLook(mesh.material);
    mesh.geometry.dispose();
    mesh.material.dispose();
  }
}

function createGeometry(solid: Solid, light: Float32Array, sheet: Sheet): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(solid.positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(solid.normals, 3));
  geometry.setAttribute('aSheet', new THREE.BufferAttribute(createSheetCoordinates(solid, sheet), 2));
  geometry.setAttribute('aLight', new THREE.BufferAttribute(light, 4));
  geometry.setIndex(new THREE.BufferAttribute(solid.indices, 1));
  return geometry;
}

const toVector = (value: Vec3) => new THREE.Vector3(...value);

function createRoomUniforms({ lighting, ground, wall }: Arrangement): Record<string, THREE.IUniform> {
  const { key, mirrored, sky } = lighting;
  return {
    uLight: { value: toVector(key.centre) },
    uFrame: { value: 0 },
    uSpacing: { value: 0 },
    uPerMm: { value: 0 },
    uShadow: { value: null },
    uShadowMatrix: { value: new THREE.Matrix4() },
    uKeyColour: { value: toVector(key.colour) },
    uKeyDistance: { value: key.distance },
    uPanelCentre: { value: toVector(mirrored.centre) },
    uPanelRight: { value: toVector(mirrored.right) },
    uPanelUp: { value: toVector(mirrored.up) },
    uPanelColour: { value: toVector(mirrored.colour) },
    uPanes: { value: new THREE.Vector2(...mirrored.panes) },
    uSkyTop: { value: toVector(sky.top) },
    uSkyLeft: { value: toVector(sky.left) },
    uSkyRight: { value: toVector(sky.right) },
    uSkyFloor: { value: toVector(sky.floor) },
    uGround: { value: toVector(linear(ground)).multiplyScalar(0.85) },
    uWall: { value: toVector(linear(wall)).multiplyScalar(0.7) },
  };
}

function createMaterial(room: Record<string, THREE.IUniform>): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: {
      ...room,
      uLookColour: { value: null },
      uLookRelief: { value: null },
      uLookWindow: { value: new THREE.Vector4(0, 0, 1, 1) },
    },
    side: THREE.DoubleSide,
  });
}
