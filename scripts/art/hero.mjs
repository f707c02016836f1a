// The first picture of the demo store: the cinema below its lighthouse, whose lamp is a projector.

import {
  circle,
  dice,
  glitter,
  group,
  house,
  lighthouse,
  linear,
  path,
  picture,
  radial,
  rect,
  ridge,
  stars,
  times,
  waves,
} from './draw.mjs';

/** The cinema, its front lit, its foot at x, y. */
function cinema(x, y, size) {
  const bulbs = (count, at, from, wide) =>
    times(count, (n) =>
      circle({ cx: from + ((n + 0.5) * wide) / count, cy: at, r: 2.2, fill: n % 2 ? '#fff6d8' : '#ffcf73' }),
    );
  return group(
    [
      path('M-122 0 V-96 Q-122 -104 -114 -104 H114 Q122 -104 122 -96 V0 Z', { fill: '#8c3b32' }),
      path('M60 -104 H114 Q122 -104 122 -96 V0 H60 Z', { fill: '#6d2b2b' }),
      path('M-74 -104 V-150 H-60 V-168 H60 V-150 H74 V-104 Z', { fill: '#a44a3a' }),
      path('M26 -168 H60 V-150 H74 V-104 H26 Z', { fill: '#833531' }),
      path('M0 -164 L14 -128 L-18 -150 H18 L-14 -128 Z', { fill: '#ffd98c' }),
      rect({ x: -132, y: -74, width: 264, height: 30, rx: 4, fill: '#fff1cf' }),
      times(7, (n) => rect({ x: -116 + n * 34, y: -66, width: 22 - (n % 3) * 5, height: 5, rx: 2, fill: '#7a3a2e' })),
      times(6, (n) => rect({ x: -104 + n * 37, y: -56, width: 26 - (n % 2) * 8, height: 5, rx: 2, fill: '#b5654a' })),
      bulbs(22, -76, -132, 264),
      bulbs(22, -42, -132, 264),
      rect({ x: -112, y: -40, width: 224, height: 40, fill: '#ffb55a' }),
      times(5, (n) => rect({ x: -104 + n * 44, y: -36, width: 32, height: 36, fill: n === 2 ? '#fff3cf' : '#ffd48a' })),
      times(5, (n) => path(`M${-88 + n * 44} -36 V0`, { stroke: '#9a4a35', 'stroke-width': 2 })),
      [
        [-58, 24],
        [-40, 20],
        [22, 22],
        [84, 24],
      ].map(([at, high]) =>
        group(
          [
            circle({ cx: at, cy: 2 - high, r: 5 }),
            path(`M${at - 6} 8 Q${at - 6} ${8 - high} ${at} ${8 - high} Q${at + 6} ${8 - high} ${at + 6} 8 Z`),
          ],
          { fill: '#2b1a2e' },
        ),
      ),
    ],
    { transform: `translate(${x} ${y}) scale(${size})` },
  );
}

/** A strip of film along the beam, from the lamp outwards. */
function film(lamp, [toX, toY], frames) {
  const [dx, dy] = [toX - lamp.x, toY - lamp.y];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const long = Math.hypot(dx, dy);
  return group(
    times(frames, (n) => {
      const at = long * (0.2 + (0.8 * n) / frames);
      const wide = (long * 0.62) / frames;
      const high = wide * 0.68 * (0.55 + n / frames);
      return rect({
        x: at,
        y: -high / 2,
        width: wide,
        height: high,
        rx: 5,
        fill: '#fff3cf',
        opacity: 0.2 - (n / frames) * 0.13,
      });
    }),
    { transform: `translate(${Math.round(lamp.x)} ${Math.round(lamp.y)}) rotate(${Math.round(angle * 10) / 10})` },
  );
}

/**
 * The scene, arranged for a picture of a size: where the sea begins, where the cliff is, and to
 * where the beam goes.
 */
function scene(width, height, { horizon, cliff, size, beam, moon }) {
  const foot = horizon - 26 * size;
  const tower = lighthouse(cliff + 150 * size, foot, 270 * size, {
    tower: '#f7ecd9',
    bands: '#c64f3a',
    rail: '#1d2740',
    lamp: '#fff3c4',
    shade: '#24304f',
  });
  const { lamp } = tower;
  const next = dice(7);
  const [toX, toY, spread] = beam;
  return picture(
    width,
    height,
    'A cinema by the sea at dusk; the light of its lighthouse is that of a projector.',
    [
      linear('sky', ['#0a1730', '#123a5c', '#3c6c80', '#d98a62', '#ffc07d'], {}),
      linear('sea', ['#c97f62', '#2f5f78', '#0f3049', '#081c30']),
      linear('rock', ['#24324c', '#101a2e']),
      linear('grass', ['#35506a', '#1b2b45']),
      `<linearGradient id="beam" gradientUnits="userSpaceOnUse" x1="${Math.round(lamp.x)}" y1="${Math.round(lamp.y)}" x2="${toX}" y2="${toY}"><stop offset="0" stop-color="#ffedb8" stop-opacity=".95"/><stop offset=".4" stop-color="#ffe1a0" stop-opacity=".38"/><stop offset="1" stop-color="#ffe1a0" stop-opacity="0"/></linearGradient>`,
      radial('glow', [
        ['#fff3cf', 0, 1],
        ['#ffd98c', 0.25, 0.55],
        ['#ffd98c', 1, 0],
      ]),
      radial('warm', [
        ['#ffb55a', 0, 0.6],
        ['#ffb55a', 1, 0],
      ]),
    ],
    [
      rect({ width, height: horizon + 4, fill: 'url(#sky)' }),
      stars(Math.round(width / 9), { width, height: horizon * 0.62, seed: 91 }),
      path(
        `M${moon[0]} ${moon[1] - 30 * size} a${30 * size} ${30 * size} 0 1 0 ${28 * size} ${42 * size} a${26 * size} ${26 * size} 0 1 1 ${-28 * size} ${-42 * size} Z`,
        { fill: '#fdf0d2' },
      ),
      times(6, (n) =>
        rect({
          x: (n * 0.19 - 0.06) * width + next() * 60,
          y: horizon * (0.66 + next() * 0.22),
          width: 120 + next() * 180,
          height: 7 + next() * 5,
          rx: 6,
          fill: '#ffc796',
          opacity: 0.4,
        }),
      ),
      ridge(width, horizon + 4, horizon, { high: 70 * size, step: 170, seed: 23, fill: '#6b6a7d', opacity: 0.55 }),
      ridge(width, horizon + 4, horizon, { high: 36 * size, step: 120, seed: 8, fill: '#40506b', opacity: 0.8 }),
      path(
        `M${lamp.x} ${lamp.y - 7 * size} L${toX} ${toY - spread} V${toY + spread} L${lamp.x} ${lamp.y + 7 * size} Z`,
        { fill: 'url(#beam)' },
      ),
      film(lamp, beam, 6),
      rect({ y: horizon, width, height: height - horizon, fill: 'url(#sea)' }),
      glitter(cliff - 110 * size, horizon + 8, height, {
        width: 300 * size,
        count: 20,
        seed: 15,
        fill: '#ffcf8f',
        opacity: 0.42,
      }),
      waves(width, height, horizon + (height - horizon) * 0.3, { high: 5, long: 90, fill: '#1d4a66', opacity: 0.45 }),
      waves(width, height, horizon + (height - horizon) * 0.56, {
        high: 7,
        long: 120,
        shift: 40,
        fill: '#123a56',
        opacity: 0.55,
      }),
      group(
        [
          path('M-46 0 H46 L30 24 H-34 Z', { fill: '#14263d' }),
          path('M0 0 V-78', { stroke: '#14263d', 'stroke-width': 4 }),
          path('M5 -74 L44 -8 H5 Z', { fill: '#f7ecd9' }),
          path('M-5 -60 L-32 -8 H-5 Z', { fill: '#e8a33d' }),
        ],
        {
          transform: `translate(${Math.round(cliff - 250 * size)} ${Math.round(horizon + (height - horizon) * 0.22)}) scale(${size})`,
        },
      ),
      path(
        `M${cliff - 190 * size} ${height} Q${cliff - 150 * size} ${horizon + 70 * size} ${cliff - 96 * size} ${horizon + 40 * size} Q${cliff - 60 * size} ${horizon - 8 * size} ${cliff} ${foot + 10 * size} Q${cliff + 160 * size} ${foot - 22 * size} ${cliff + 330 * size} ${foot + 2 * size} Q${cliff + 470 * size} ${foot + 16 * size} ${Math.max(width, cliff + 620 * size)} ${foot - 30 * size} V${height} Z`,
        { fill: 'url(#rock)' },
      ),
      path(
        `M${cliff - 64 * size} ${horizon + 2 * size} Q${cliff - 30 * size} ${foot + 6 * size} ${cliff} ${foot + 10 * size} Q${cliff + 160 * size} ${foot - 22 * size} ${cliff + 330 * size} ${foot + 2 * size} Q${cliff + 470 * size} ${foot + 16 * size} ${Math.max(width, cliff + 620 * size)} ${foot - 30 * size} V${foot + 60 * size} Q${cliff + 200 * size} ${foot + 10 * size} ${cliff - 64 * size} ${horizon + 2 * size} Z`,
        { fill: 'url(#grass)' },
      ),
      tower.parts,
      house(cliff + 174 * size, foot + 1, 44 * size, 30 * size, {
        wall: '#e7dcc8',
        roof: '#a1402f',
        lit: '#ffcf73',
        seed: 3,
        shade: '#24304f55',
      }),
      circle({ cx: lamp.x, cy: lamp.y, r: 74 * size, fill: 'url(#glow)' }),
      circle({ cx: cliff + 40 * size, cy: foot + 86 * size, r: 210 * size, fill: 'url(#warm)' }),
      cinema(cliff + 60 * size, foot + 112 * size, size),
      times(4, (n) =>
        house(
          cliff + (210 + n * 74) * size,
          foot + (118 + (n % 2) * 10) * size,
          52 * size,
          (46 + (n % 3) * 16) * size,
          { wall: ['#31445f', '#3b4d68'][n % 2], roof: '#1b2942', lit: '#ffcf73', seed: n + 20 },
        ),
      ),
      path(
        `M${cliff - 170 * size} ${height} Q${cliff} ${foot + 112 * size} ${cliff + 140 * size} ${foot + 112 * size} H${Math.max(width, cliff + 620 * size)} V${height} Z`,
        { fill: '#0c1628' },
      ),
      glitter(cliff + 60 * size, foot + 118 * size, foot + 176 * size, {
        width: 190 * size,
        count: 6,
        seed: 33,
        fill: '#ffb55a',
        opacity: 0.35,
      }),
      times(5, (n) =>
        group([
          path(`M${cliff + (180 + n * 86) * size} ${foot + (150 + n * 6) * size} v${-40 * size}`, {
            stroke: '#22304a',
            'stroke-width': 4 * size,
          }),
          circle({ cx: cliff + (180 + n * 86) * size, cy: foot + (108 + n * 6) * size, r: 5 * size, fill: '#ffe3a1' }),
        ]),
      ),
    ],
  );
}

export const wide = () =>
  scene(1600, 760, { horizon: 520, cliff: 1090, size: 1.25, beam: [60, 40, 190], moon: [1440, 150] });
export const phone = () =>
  scene(780, 960, { horizon: 400, cliff: 345, size: 0.92, beam: [-120, 20, 130], moon: [620, 80] });
/** What is shown where a page of the site is shared. */
export const shared = () =>
  scene(1200, 630, { horizon: 420, cliff: 700, size: 1.1, beam: [-100, 60, 170], moon: [1060, 110] });
