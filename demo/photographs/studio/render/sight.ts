import * as THREE from 'three';
import type { Camera } from '../camera.ts';
import type { Solid } from '../solid.ts';
import { type Bvh, type Hit, traceRay } from './bvh.ts';
import { findVisiblePart, type Part, type Sheet } from './sheet.ts';

export interface Sight {
  part: Part;
  /** Distance of its nearest visible point from the eye, mm. */
  nearest: number;
}

// Margins: the lens is wider than a point, and the traced mesh is coarser than the drawn one.
const wider = 1.06;
const margin = 1.12;
const clear = 3;

/** Which part of a solid a camera can see; null when nothing of it is in the picture. */
export function createSight(camera: Camera, aspect: number, bvh: Bvh): (solid: Solid, sheet: Sheet) => Sight | null {
  const eye = new THREE.PerspectiveCamera(camera.angle * wider, aspect, 10, 12000);
  eye.position.set(...camera.from);
  eye.lookAt(...camera.at);
  eye.updateMatrixWorld(true);
  eye.updateProjectionMatrix();
  const toScreen = eye.projectionMatrix.clone().multiply(eye.matrixWorldInverse);
  const at = new THREE.Vector3();
  const normal = new THREE.Vector3();
  const way = new THREE.Vector3();
  const shown = new THREE.Vector3();
  const hit: Hit = { triangle: -1, distance: 0, u: 0, v: 0 };

  return (solid, sheet) => {
    let nearest = Infinity;
    const part = findVisiblePart(solid, sheet, (vertex) => {
      at.fromArray(solid.positions, vertex * 3);
      normal.fromArray(solid.normals, vertex * 3);
      const away = at.distanceTo(eye.position);
      way.subVectors(eye.position, at).divideScalar(away);
      if (normal.dot(way) < -0.25) return false;
      shown.copy(at).applyMatrix4(toScreen);
      if (Math.abs(shown.x) > margin || Math.abs(shown.y) > margin || shown.z > 1) return false;
      at.addScaledVector(normal, clear).addScaledVector(way, clear);
      if (traceRay(bvh, at.x, at.y, at.z, way.x, way.y, way.z, away, hit, true)) return false;
      nearest = Math.min(nearest, away);
      return true;
    });
    return part && { part, nearest };
  };
}
