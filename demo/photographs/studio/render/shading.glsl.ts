export const vertexShader = /* glsl */ `
in vec2 aSheet;
in vec4 aLight;
out vec3 vWorld, vNormal;
out vec4 vLight;
out vec2 vSheet;
void main() {
  vWorld = position;
  vNormal = normal;
  vLight = aLight;
  vSheet = aSheet;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

export const fragmentShader = /* glsl */ `
precision highp float;
precision highp int;
in vec3 vWorld, vNormal;
in vec4 vLight;
in vec2 vSheet;
out vec4 outColour;
uniform sampler2D uLookColour, uLookRelief;
uniform vec4 uLookWindow;
uniform vec3 uLight, uKeyColour;
uniform float uKeyDistance, uFrame, uSpacing, uPerMm;
uniform mat4 uShadowMatrix;
uniform sampler2D uShadow;
uniform vec3 uPanelCentre, uPanelRight, uPanelUp, uPanelColour;
uniform vec2 uPanes;
uniform vec3 uSkyTop, uSkyLeft, uSkyRight, uSkyFloor, uGround, uWall;

vec3 roomLight(vec3 d) {
  float high = pow(max(0.0, d.y), 0.8);
  float low = max(0.0, -d.y);
  vec3 level = mix(uSkyLeft, uSkyRight, 0.5 + 0.5 * d.x);
  return mix(level, uSkyTop, high) * (0.8 + 0.2 * d.z) * (1.0 - low) + uSkyFloor * low;
}

float pane(float x, float count, float soft) {
  float inside = smoothstep(1.0 + soft, 1.0 - soft, abs(x));
  if (count < 1.5) return inside;
  float bar = abs(fract((x * 0.5 + 0.5) * count + 0.5) - 0.5) / count * 2.0;
  float open = abs(x) > 1.0 - 0.5 / count ? 1.0 : smoothstep(0.018 - soft * 0.6, 0.05 + soft * 0.9, bar);
  return inside * mix(open, 1.0, smoothstep(0.1, 0.5, soft));
}

vec3 mirrored(vec3 r, float rough, float seen) {
  float soft = 0.06 + rough * rough * 1.6 + rough * 0.2;
  vec3 back = mix(uWall, uGround, smoothstep(0.25 + rough, -0.25 - rough, r.y));
  vec3 light = mix(roomLight(r) * 1.1, back, smoothstep(0.3 + rough, -0.35 - rough, r.z + min(0.0, r.y) * 2.0));
  vec3 n = cross(uPanelRight, uPanelUp);
  float facing = dot(r, n);
  float t = dot(uPanelCentre - vWorld, n) / (abs(facing) < 1e-5 ? 1e-5 : facing);
  if (t > 0.0) {
    vec3 hit = vWorld + r * t - uPanelCentre;
    vec2 at = vec2(dot(hit, uPanelRight) / dot(uPanelRight, uPanelRight), dot(hit, uPanelUp) / dot(uPanelUp, uPanelUp));
    float shown = pane(at.x, uPanes.x, soft) * pane(at.y, uPanes.y, soft);
    float spill = exp(-dot(at, at) * 0.55 / (1.0 + rough)) * rough;
    light += uPanelColour * seen * (shown / (1.0 + 5.0 * rough * rough) + 0.25 * spill);
  }
  return light;
}

float scatter(uvec3 p) {
  uint h = p.x * 1664525u + p.y * 1013904223u + p.z * 2654435769u;
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return float(h >> 8) / 16777216.0;
}

// The lookup radius grows with the distance to the occluder: few light samples give an even
// penumbra, and contact shadows stay sharp.
float lit(vec3 n, out float facing) {
  vec3 to = uLight - vWorld;
  float away = length(to);
  facing = dot(n, to) / away;
  float falloff = pow(uKeyDistance / away, 2.0);
  vec4 s = uShadowMatrix * vec4(vWorld + n * 0.7, 1.0);
  vec2 at = s.xy / s.w * 0.5 + 0.5;
  if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) return falloff;
  uvec3 grain = uvec3(gl_FragCoord.xy, uFrame);
  float turn = 6.2831853 * scatter(grain);
  vec2 stray = vec2(cos(turn), sin(turn)) * sqrt(scatter(grain + 7919u));
  const float widest = 12.0;
  float nearest = min(texture(uShadow, at).r, texture(uShadow, at + stray * widest * uPerMm).r);
  float radius = clamp((away - nearest - 3.0) * uSpacing, 0.0, widest);
  // Four stratified lookups on the disc: smoother than one, and far cheaper than four frames.
  float shone = 0.0;
  float drift = scatter(grain + 104729u);
  for (int spot = 0; spot < 4; spot++) {
    float angle = turn + 1.5707963 * float(spot);
    vec2 off = vec2(cos(angle), sin(angle)) * sqrt((float((spot * 3) % 4) + drift) * 0.25) * radius;
    shone += step(away - 1.1 - radius * 0.5, texture(uShadow, at + off * uPerMm).r);
  }
  return falloff * shone * 0.25;
}

void main() {
  vec2 at = (vSheet - uLookWindow.xy) / uLookWindow.zw;
  at.x = fract(vSheet.x - uLookWindow.x + 1.0) / uLookWindow.z;
  vec4 colour = texture(uLookColour, at);
  vec2 relief = texture(uLookRelief, at).rg;
  float rough = colour.a;
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  if (dot(n, v) < 0.0) n = -n;
  vec3 smoothNormal = n;

  vec3 dx = dFdx(vWorld);
  vec3 dy = dFdy(vWorld);
  vec3 r1 = cross(dy, n);
  vec3 r2 = cross(n, dx);
  float area = dot(dx, r1);
  if (abs(area) > 1e-12) {
    vec3 slope = sign(area) * (dFdx(relief.x) * r1 + dFdy(relief.x) * r2) / abs(area);
    slope *= min(1.0, 0.55 / max(1e-4, length(slope)));
    n = normalize(n - slope);
  }

  float facing;
  float open = lit(smoothNormal, facing);
  float shaded = max(0.0, dot(n, normalize(uLight - vWorld))) * open * smoothstep(-0.02, 0.06, facing);
  vec3 matt = colour.rgb * (vLight.rgb + uKeyColour * shaded);

  outColour = vec4(matt + colour.rgb * max(0.0, relief.y - 1.0), 1.0);
  if (relief.y < 0.0125 || relief.y > 1.0) return;
  float nv = clamp(dot(n, v), 0.02, 1.0);
  float fresnel = relief.y + (max(1.0 - rough, relief.y) - relief.y) * pow(1.0 - nv, 5.0);
  float occlusion = clamp(pow(nv + vLight.a, exp2(-16.0 * rough - 1.0)) - 1.0 + vLight.a, 0.0, 1.0);
  occlusion = mix(occlusion, 1.0, 0.12);
  vec3 r = reflect(-v, n);
  vec3 shine = mirrored(r, rough, facing > 0.0 ? min(1.0, 0.12 + open) : 0.35) * occlusion;
  outColour = vec4(matt * (1.0 - fresnel) + shine * fresnel, 1.0);
}
`;

export const depthVertexShader = /* glsl */ `
out vec3 vWorld;
void main() {
  vWorld = position;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

export const depthFragmentShader = /* glsl */ `
precision highp float;
in vec3 vWorld;
out vec4 outDistance;
uniform vec3 uLight;
void main() { outDistance = vec4(length(uLight - vWorld), 0.0, 0.0, 1.0); }
`;

export const screenVertexShader = /* glsl */ `
out vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const addFragmentShader = /* glsl */ `
precision highp float;
in vec2 vUv;
out vec4 outColour;
uniform sampler2D uFrame;
void main() { outColour = texture(uFrame, vUv); }
`;

/** Exposure, a shoulder that keeps hue (Khronos PBR Neutral), contrast and grain. */
export const developFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
in vec2 vUv;
out vec4 outColour;
uniform sampler2D uSum;
uniform float uExposure, uContrast, uSaturation, uVignette;
vec3 neutral(vec3 c) {
  float start = 0.76;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < start) return c;
  float d = 1.0 - start;
  float newPeak = 1.0 - d * d / (peak + d - start);
  c *= newPeak / peak;
  float g = 1.0 - 1.0 / (0.12 * (peak - newPeak) + 1.0);
  return mix(c, vec3(newPeak), g);
}
float hash(uvec2 p) {
  uint x = p.x * 1664525u + p.y * 1013904223u;
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
  return float(x >> 8) / 16777216.0;
}
void main() {
  vec3 c = texture(uSum, vUv).rgb * uExposure;
  vec2 q = (vUv - 0.5) * vec2(0.8, 1.0);
  c *= 1.0 - uVignette * dot(q, q);
  c = mix(vec3(dot(c, vec3(0.2126, 0.7152, 0.0722))), c, uSaturation);
  c = neutral(c);
  c = clamp(c, 0.0, 1.0);
  vec3 s = mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
  s = mix(s, s * s * (3.0 - 2.0 * s), uContrast);
  s += (hash(uvec2(gl_FragCoord.xy)) + hash(uvec2(gl_FragCoord.xy) + 4099u) - 1.0) * 0.006;
  outColour = vec4(s, 1.0);
}
`;
