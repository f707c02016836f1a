// The twelve films of the demo store, which were invented for it: a poster each, two by three.

import {
  circle,
  dice,
  ellipse,
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

const [width, height] = [400, 600];
const all = (fill) => rect({ width, height, fill });
const poster = (about, definitions, parts) => picture(width, height, about, definitions, parts);

/** A harbour in the fog: one row of houses after the other, the nearest lit. */
function foghorn() {
  const next = dice(11);
  const row = (y, high, wall, roof, lit, seed) => {
    let x = -20;
    const houses = [];
    for (let n = 0; x < width; n += 1) {
      const wide = 34 + next() * 34;
      houses.push(house(x, y, wide, high * (0.6 + next() * 0.6), { wall, roof, lit, seed: seed + n }));
      x += wide + next() * 8;
    }
    return houses;
  };
  const fog = (y, high) => rect({ y, width, height: high, fill: 'url(#fog)' });
  return poster(
    'The Town of Foghorns.',
    [
      linear('sky', ['#5f7f86', '#a9b8b0', '#e8d3bd', '#d9a98d']),
      linear('fog', [
        ['#e9dccb', 0, 0],
        ['#e9dccb', 0.6, 0.75],
        ['#e9dccb', 1, 0],
      ]),
      linear('sea', ['#53757c', '#20404a']),
      radial('glow', [
        ['#ffe1a6', 0, 0.95],
        ['#ffd28a', 0.35, 0.4],
        ['#ffd28a', 1, 0],
      ]),
    ],
    [
      all('url(#sky)'),
      circle({ cx: 262, cy: 190, r: 84, fill: '#f7e6cf', opacity: 0.85 }),
      ridge(width, 420, 300, { high: 110, step: 120, seed: 5, fill: '#93a7a4' }),
      fog(220, 130),
      row(372, 66, '#7d9394', '#6d8588', '#f3dcb8', 3),
      fog(320, 90),
      row(424, 84, '#4d6a70', '#3d585f', '#ffd694', 30),
      fog(392, 60),
      waves(width, 600, 430, { high: 4, long: 50, fill: 'url(#sea)' }),
      glitter(118, 450, 590, { width: 70, count: 10, seed: 8, fill: '#ffd694', opacity: 0.55 }),
      circle({ cx: 118, cy: 414, r: 96, fill: 'url(#glow)' }),
      group([
        path('M30 470 H226 L204 512 Q202 516 196 516 H62 Q56 516 52 510 Z', { fill: '#15303a' }),
        path('M36 482 H220', { stroke: '#c2573a', 'stroke-width': 5 }),
        path('M74 470 V432 H150 V470 Z', { fill: '#e9dccb' }),
        path('M74 444 H150', { stroke: '#c2573a', 'stroke-width': 6 }),
        path('M160 470 V446 L190 470 Z', { fill: '#284a55' }),
        path('M118 432 V396', { stroke: '#15303a', 'stroke-width': 4 }),
        path('M118 420 L150 410 V430 Z', { fill: '#c2573a' }),
        circle({ cx: 118, cy: 398, r: 8, fill: '#fff3d6' }),
        [86, 106, 126].map((x) => rect({ x, y: 452, width: 12, height: 10, rx: 2, fill: '#ffc76b' })),
      ]),
      waves(width, 600, 508, { high: 5, long: 64, shift: 20, fill: '#2b4d57' }),
      waves(width, 600, 548, { high: 6, long: 80, shift: 44, fill: '#1b3943' }),
      fog(470, 80),
    ],
  );
}

/** A night train over a viaduct, in black and white as the film is. */
function nightTrain() {
  const arches = times(6, (n) => {
    const x = -40 + n * 86;
    return path(`M${x} 470 H${x + 86} V600 H${x + 72} V526 A29 29 0 0 0 ${x + 14} 526 V600 H${x} Z`, {
      fill: '#17181c',
    });
  });
  const coach = (x) =>
    group([
      rect({ x, y: 404, width: 178, height: 54, rx: 8, fill: '#2c2e35' }),
      rect({ x, y: 446, width: 178, height: 8, fill: '#4a4d56' }),
      times(6, (n) =>
        rect({ x: x + 14 + n * 26, y: 416, width: 16, height: 20, rx: 2, fill: n === 3 ? '#8e9098' : '#fbfaf4' }),
      ),
      [24, 52, 126, 154].map((at) => circle({ cx: x + at, cy: 462, r: 7, fill: '#0e0f12' })),
    ]);
  return poster(
    'From the Window of a Night Train.',
    [
      linear('sky', ['#0d0e12', '#2a2c34', '#5c5f69']),
      radial('halo', [
        ['#ffffff', 0, 0.55],
        ['#ffffff', 1, 0],
      ]),
      linear(
        'beam',
        [
          ['#ffffff', 0, 0.85],
          ['#ffffff', 1, 0],
        ],
        { x1: 1, x2: 0, y2: 0 },
      ),
      linear('mist', [
        ['#c7c9d0', 0, 0],
        ['#c7c9d0', 1, 0.5],
      ]),
    ],
    [
      all('url(#sky)'),
      stars(90, { width, height: 330, seed: 21 }),
      circle({ cx: 284, cy: 148, r: 130, fill: 'url(#halo)' }),
      circle({ cx: 284, cy: 148, r: 58, fill: '#f4f3ec' }),
      [
        [266, 132, 12],
        [300, 162, 8],
        [292, 126, 5],
      ].map(([cx, cy, r]) => circle({ cx, cy, r, fill: '#d9d8d0' })),
      ridge(width, 600, 360, { high: 150, step: 110, seed: 9, soft: false, fill: '#3d4049' }),
      ridge(width, 600, 420, { high: 120, step: 90, seed: 4, soft: false, fill: '#292b32' }),
      rect({ y: 330, width, height: 140, fill: 'url(#mist)' }),
      path('M0 436 L-4 404 V470 L130 452 V424 Z', { fill: 'url(#beam)', opacity: 0.7 }),
      coach(120),
      coach(304),
      path('M96 458 Q84 430 122 408 V458 Z', { fill: '#2c2e35' }),
      circle({ cx: 104, cy: 440, r: 6, fill: '#ffffff' }),
      rect({ y: 466, width, height: 12, fill: '#0e0f12' }),
      arches,
      rect({ y: 540, width, height: 60, fill: 'url(#mist)' }),
    ],
  );
}

/** Noon on the beach below a lighthouse that is off duty. */
function dayOff() {
  const tower = lighthouse(300, 360, 230, {
    tower: '#fff7ea',
    bands: '#e4573d',
    rail: '#24405c',
    lamp: '#ffe9a8',
    shade: '#24405c',
  });
  const canvas = times(7, (n) => {
    const [from, to] = [Math.PI + (n * Math.PI) / 7, Math.PI + ((n + 1) * Math.PI) / 7];
    const at = (angle) => `${112 + 92 * Math.cos(angle)} ${414 + 74 * Math.sin(angle)}`;
    return path(`M112 340 L${at(from)} A92 74 0 0 1 ${at(to)} Z`, { fill: n % 2 ? '#fff7ea' : '#e4573d' });
  });
  return poster(
    "The Lighthouse Keeper's Day Off.",
    [
      linear('sky', ['#2aa7b8', '#8fd6cf', '#f7efd4']),
      linear('sea', ['#1f8fa6', '#39b3b3']),
      linear('sand', ['#f6dca0', '#ecbf77']),
    ],
    [
      all('url(#sky)'),
      circle({ cx: 96, cy: 120, r: 60, fill: '#ffdf7a' }),
      circle({ cx: 96, cy: 120, r: 88, fill: '#ffdf7a', opacity: 0.3 }),
      [
        [210, 96, 110],
        [250, 116, 150],
        [40, 216, 120],
        [70, 232, 80],
      ].map(([x, y, wide]) => rect({ x, y, width: wide, height: 16, rx: 8, fill: '#ffffff', opacity: 0.75 })),
      rect({ y: 336, width, height: 110, fill: 'url(#sea)' }),
      [
        [20, 356, 70],
        [130, 368, 50],
        [40, 384, 110],
        [190, 352, 40],
      ].map(([x, y, wide]) => rect({ x, y, width: wide, height: 4, rx: 2, fill: '#ffffff', opacity: 0.5 })),
      group([
        path('M44 334 V288 L72 334 Z', { fill: '#fff7ea' }),
        path('M40 334 V296 L24 334 Z', { fill: '#e4573d' }),
        path('M18 338 H78 L68 348 H28 Z', { fill: '#24405c' }),
      ]),
      path('M196 600 Q206 372 254 358 Q300 342 352 360 Q400 372 420 420 V600 Z', { fill: '#3f8f6b' }),
      path('M240 600 Q252 400 300 378 Q350 362 420 430 V600 Z', { fill: '#57a877' }),
      tower.parts,
      waves(width, 600, 424, { high: 5, long: 90, shift: 10, fill: '#e9fbf4', opacity: 0.85 }),
      waves(width, 600, 434, { high: 6, long: 110, shift: 50, fill: 'url(#sand)' }),
      path('M112 336 V520', { stroke: '#8a5a34', 'stroke-width': 6, 'stroke-linecap': 'round' }),
      canvas,
      ellipse({ cx: 150, cy: 548, rx: 116, ry: 14, fill: '#c99653', opacity: 0.55 }),
      group([
        path('M92 540 L196 470', { stroke: '#24405c', 'stroke-width': 8, 'stroke-linecap': 'round' }),
        path('M110 480 L214 544', { stroke: '#24405c', 'stroke-width': 8, 'stroke-linecap': 'round' }),
        path('M96 462 Q124 520 196 522 L216 508 Q150 502 118 452 Z', { fill: '#2aa7b8' }),
        path('M104 474 Q136 514 200 520', { stroke: '#fff7ea', 'stroke-width': 5, fill: 'none' }),
      ]),
      group([
        path('M250 536 Q250 506 284 506 Q318 506 318 536 Z', { fill: '#24405c' }),
        rect({ x: 240, y: 534, width: 88, height: 9, rx: 4, fill: '#24405c' }),
        path('M252 528 H316', { stroke: '#ffdf7a', 'stroke-width': 6 }),
      ]),
    ],
  );
}

/** An inn on stilts, its lanterns long in the water. */
function tideInn() {
  const lanterns = [84, 132, 180, 228, 276, 324];
  return poster(
    'The Inn Where We Waited for the Tide.',
    [
      linear('sky', ['#2b1236', '#7c1f3d', '#d9532f', '#f7a54a']),
      linear('sea', ['#a53735', '#3a1535', '#1c0d26']),
      radial('lamp', [
        ['#ffe7a3', 0, 0.9],
        ['#ffb347', 0.5, 0.35],
        ['#ffb347', 1, 0],
      ]),
    ],
    [
      all('url(#sky)'),
      stars(40, { width, height: 150, seed: 3, fill: '#ffe9d2' }),
      path('M304 70 A42 42 0 1 0 336 132 A34 34 0 1 1 304 70 Z', { fill: '#ffe2a8' }),
      ridge(width, 420, 340, { high: 90, step: 130, seed: 14, fill: '#8f2a3c' }),
      ridge(width, 420, 366, { high: 60, step: 100, seed: 6, fill: '#641d39' }),
      rect({ y: 372, width, height: 228, fill: 'url(#sea)' }),
      group(
        [
          path('M46 260 Q200 176 354 260 L372 272 H28 Z', {}),
          rect({ x: 62, y: 270, width: 276, height: 46 }),
          path('M22 326 Q200 292 378 326 L392 336 H8 Z', {}),
          rect({ x: 44, y: 334, width: 312, height: 58 }),
          rect({ x: 20, y: 390, width: 360, height: 10 }),
          times(9, (n) => rect({ x: 34 + n * 40.5, y: 398, width: 7, height: 54 })),
        ],
        { fill: '#1d0c20' },
      ),
      times(7, (n) =>
        rect({ x: 78 + n * 36, y: 280, width: 28, height: 28, fill: '#ffcf73', opacity: n % 3 === 1 ? 0.55 : 0.95 }),
      ),
      times(7, (n) =>
        path(`M${92 + n * 36} 280 V308 M${78 + n * 36} 294 H${106 + n * 36}`, { stroke: '#1d0c20', 'stroke-width': 2 }),
      ),
      times(8, (n) =>
        rect({ x: 60 + n * 36, y: 344, width: 28, height: 40, fill: '#ffbe5c', opacity: n % 4 === 2 ? 0.4 : 0.9 }),
      ),
      times(8, (n) => path(`M${74 + n * 36} 344 V384`, { stroke: '#1d0c20', 'stroke-width': 2 })),
      lanterns.map((cx) => circle({ cx, cy: 330, r: 26, fill: 'url(#lamp)' })),
      lanterns.map((cx) => ellipse({ cx, cy: 331, rx: 8, ry: 10, fill: '#ff7a3c' })),
      lanterns.map((cx, n) =>
        glitter(cx, 412, 588, { width: 26, count: 9, seed: 40 + n, fill: '#ffb75a', opacity: 0.6 }),
      ),
      group(
        [
          path('M150 520 H262 L240 546 H172 Z', {}),
          path('M206 520 V470', { stroke: '#14081a', 'stroke-width': 4 }),
          circle({ cx: 186, cy: 496, r: 9 }),
          path('M172 522 Q174 502 186 502 Q200 502 202 522 Z', {}),
        ],
        { fill: '#14081a' },
      ),
    ],
  );
}

/** The beam of a projector in the rain, and somebody at its end. */
function rainAndProjector() {
  const next = dice(77);
  const drops = times(110, () => {
    const [x, y, long] = [next() * 440 - 20, next() * 600, 14 + next() * 22];
    return path(`M${x} ${y} l${-long * 0.28} ${long}`, { opacity: 0.25 + next() * 0.5 });
  });
  const reel = (cx, cy, r) =>
    group([
      circle({ cx, cy, r, fill: '#f0c27b' }),
      times(5, (n) =>
        circle({
          cx: cx + r * 0.55 * Math.cos((n * 2 * Math.PI) / 5),
          cy: cy + r * 0.55 * Math.sin((n * 2 * Math.PI) / 5),
          r: r * 0.21,
          fill: '#2a1038',
        }),
      ),
      circle({ cx, cy, r: r * 0.14, fill: '#2a1038' }),
    ]);
  return poster(
    'Rain and a Projector.',
    [
      linear('night', ['#170a26', '#3b1748', '#5b2350']),
      linear(
        'beam',
        [
          ['#ffe6b0', 0, 0.95],
          ['#f9b17a', 0.5, 0.5],
          ['#f9b17a', 1, 0.12],
        ],
        { x1: 0, x2: 1, y1: 1, y2: 0 },
      ),
      '<clipPath id="lit"><path d="M130 430 L400 60 V430 L146 470 Z"/></clipPath>',
    ],
    [
      all('url(#night)'),
      group(drops, { stroke: '#a78bb8', 'stroke-width': 1.4, 'stroke-linecap': 'round', opacity: 0.6 }),
      path('M130 430 L400 60 V430 L146 470 Z', { fill: 'url(#beam)' }),
      group(drops, { stroke: '#fff6df', 'stroke-width': 2.4, 'stroke-linecap': 'round', 'clip-path': 'url(#lit)' }),
      group([
        path(
          'M238 262 Q244 182 312 176 Q380 182 386 262 Q368 248 349 262 Q331 248 312 262 Q293 248 275 262 Q256 248 238 262 Z',
          { fill: '#d8432f' },
        ),
        path('M312 176 Q276 206 275 262 M312 176 Q348 206 349 262', {
          stroke: '#a52a22',
          'stroke-width': 2,
          fill: 'none',
        }),
        path('M312 170 V360', { stroke: '#1c0b29', 'stroke-width': 4 }),
        circle({ cx: 296, cy: 296, r: 17, fill: '#1c0b29' }),
        path('M268 470 Q262 330 296 316 Q332 330 326 470 Z', { fill: '#1c0b29' }),
        path('M300 340 L314 356', { stroke: '#1c0b29', 'stroke-width': 9, 'stroke-linecap': 'round' }),
        path('M282 470 V508 M308 470 V508', { stroke: '#1c0b29', 'stroke-width': 10 }),
      ]),
      path('M0 506 H400 V600 H0 Z', { fill: '#12071d' }),
      glitter(300, 512, 596, { width: 110, count: 8, seed: 5, fill: '#f9b17a', opacity: 0.45 }),
      group([
        reel(44, 372, 44),
        reel(106, 392, 32),
        path('M22 430 H122 Q130 430 130 438 V486 Q130 494 122 494 H22 Q14 494 14 486 V438 Q14 430 22 430 Z', {
          fill: '#7a3a78',
        }),
        path('M130 438 H152 V474 H130 Z', { fill: '#f0c27b' }),
        [36, 60, 84].map((cx) => circle({ cx, cy: 462, r: 6, fill: '#d8432f' })),
        path('M44 494 L16 600 M96 494 L124 600', { stroke: '#7a3a78', 'stroke-width': 9 }),
      ]),
    ],
  );
}

/** A pier that runs into the sun. */
function pierInJuly() {
  const planks = times(13, (n) => {
    const at = 352 + 248 * ((n + 1) / 13) ** 1.9;
    const half = 10 + (at - 352) * 0.62;
    return path(`M${200 - half} ${at} H${200 + half}`, {
      stroke: '#7a2a4d',
      'stroke-width': 1 + n * 0.35,
      opacity: 0.55,
    });
  });
  const posts = times(5, (n) => {
    const at = 362 + n ** 2 * 13;
    const half = 12 + (at - 352) * 0.64;
    const high = 14 + n * 17;
    return [200 - half, 200 + half].map((x) =>
      rect({ x: x - 2 - n, y: at - high, width: 4 + n * 2, height: high + 8 + n * 6, rx: 1, fill: '#4d1742' }),
    );
  });
  return poster(
    'The Pier in July.',
    [
      linear('sky', ['#ff5d6c', '#ff8d63', '#ffc46b', '#ffe6a3']),
      linear('sun', ['#fff4c2', '#ffb65c']),
      linear('sea', ['#ff9f6e', '#c4507c', '#5a2a6e']),
      linear('wood', ['#e9a06a', '#a34762']),
    ],
    [
      all('url(#sky)'),
      circle({ cx: 200, cy: 280, r: 152, fill: 'url(#sun)' }),
      [
        [0, 204, 400, 5],
        [0, 238, 400, 8],
        [0, 276, 400, 11],
        [0, 318, 400, 14],
      ].map(([x, y, wide, high]) => rect({ x, y, width: wide, height: high, fill: '#ff9a64', opacity: 0.75 })),
      rect({ y: 348, width, height: 252, fill: 'url(#sea)' }),
      glitter(200, 352, 600, { width: 330, count: 18, seed: 12, fill: '#ffe6a3', opacity: 0.45 }),
      path('M190 352 H210 L364 600 H36 Z', { fill: 'url(#wood)' }),
      planks,
      posts,
      group([
        ellipse({ cx: 214, cy: 478, rx: 26, ry: 5, fill: '#4d1742', opacity: 0.4 }),
        path('M204 440 L198 478 M214 440 L218 478', {
          stroke: '#8b3a4e',
          'stroke-width': 6,
          'stroke-linecap': 'round',
        }),
        path('M186 446 Q196 384 208 382 Q222 384 232 446 Z', { fill: '#fff8e8' }),
        path('M196 398 L176 424', { stroke: '#8b3a4e', 'stroke-width': 5, 'stroke-linecap': 'round' }),
        circle({ cx: 208, cy: 370, r: 12, fill: '#8b3a4e' }),
        ellipse({ cx: 208, cy: 364, rx: 28, ry: 6, fill: '#2c6f8f' }),
        path('M194 364 Q194 346 208 346 Q222 346 222 364 Z', { fill: '#2c6f8f' }),
      ]),
      [
        [70, 120],
        [104, 142],
        [318, 92],
      ].map(([x, y]) =>
        path(`M${x} ${y} q10 -11 19 0 q9 -11 19 0`, {
          fill: 'none',
          stroke: '#8f2f54',
          'stroke-width': 3.5,
          'stroke-linecap': 'round',
        }),
      ),
    ],
  );
}

/** A fish as large as the moon, under a small boat. */
function moonfish() {
  const next = dice(9);
  const scales = times(6, (row) =>
    times(5 + (row % 2), (n) =>
      circle({
        cx: 132 + n * 30 - (row % 2) * 15,
        cy: 318 + row * 24,
        r: 14,
        fill: 'none',
        stroke: '#f3b94f',
        'stroke-width': 2,
        opacity: 0.6,
      }),
    ),
  );
  return poster(
    'Moonfish.',
    [
      linear('deep', ['#0b2a5b', '#0a1c49', '#061033']),
      linear('air', ['#20114d', '#4b2a86']),
      radial('moon', ['#fff7cf', '#ffe08a', '#f5b547'], { cx: '40%', cy: '35%' }),
      radial('halo', [
        ['#ffe08a', 0.4, 0.5],
        ['#6ec4ff', 0.7, 0.15],
        ['#6ec4ff', 1, 0],
      ]),
      '<clipPath id="body"><circle cx="190" cy="376" r="112"/></clipPath>',
    ],
    [
      all('url(#deep)'),
      rect({ width, height: 150, fill: 'url(#air)' }),
      stars(60, { width, height: 140, seed: 18, fill: '#fff1c9' }),
      waves(width, 190, 148, { high: 6, long: 66, fill: '#1a4c8f' }),
      waves(width, 230, 168, { high: 6, long: 74, shift: 30, fill: '#123a78', opacity: 0.9 }),
      rect({ y: 186, width, height: 46, fill: '#0d2a5f' }),
      group([
        path('M214 132 H300 L284 154 H232 Z', { fill: '#e8476a' }),
        path('M256 132 V64', { stroke: '#ffe9c4', 'stroke-width': 4 }),
        path('M262 70 L304 124 H262 Z', { fill: '#ffe9c4' }),
        path('M250 84 L226 124 H250 Z', { fill: '#ffb35c' }),
      ]),
      circle({ cx: 190, cy: 376, r: 190, fill: 'url(#halo)' }),
      times(4, (n) =>
        circle({
          cx: 190,
          cy: 376,
          r: 134 + n * 26,
          fill: 'none',
          stroke: '#8fd3ff',
          'stroke-width': 1.5,
          opacity: 0.4 - n * 0.08,
        }),
      ),
      path('M290 376 L372 300 Q352 376 372 452 Z', { fill: '#f08a3c' }),
      path('M300 376 L356 326 M300 376 H352 M300 376 L356 426', { stroke: '#ffd67d', 'stroke-width': 3 }),
      path('M150 276 Q190 214 250 282 Z', { fill: '#f08a3c' }),
      path('M160 480 Q190 528 238 474 Z', { fill: '#f08a3c' }),
      circle({ cx: 190, cy: 376, r: 112, fill: 'url(#moon)' }),
      group(scales, { 'clip-path': 'url(#body)' }),
      path('M150 276 Q118 376 150 476 A112 112 0 0 1 150 276 Z', { fill: '#fff7cf', opacity: 0.85 }),
      circle({ cx: 120, cy: 346, r: 17, fill: '#ffffff' }),
      circle({ cx: 117, cy: 346, r: 9, fill: '#0b1c49' }),
      path('M88 404 Q108 420 124 404', {
        fill: 'none',
        stroke: '#c7683a',
        'stroke-width': 5,
        'stroke-linecap': 'round',
      }),
      times(16, () =>
        circle({
          cx: 20 + next() * 360,
          cy: 230 + next() * 330,
          r: 2 + next() * 6,
          fill: 'none',
          stroke: '#9fdcff',
          'stroke-width': 1.5,
          opacity: 0.55,
        }),
      ),
      times(7, (n) =>
        path(`M${16 + n * 62} 600 q${-14 + n * 3} -34 4 -${58 + (n % 3) * 30} q14 -30 -2 -${40 + (n % 2) * 20}`, {
          fill: 'none',
          stroke: n % 2 ? '#1e7f8a' : '#2b5fa8',
          'stroke-width': 9,
          'stroke-linecap': 'round',
        }),
      ),
    ],
  );
}

/** A whale's tail over the ice, and a boat that has come to look. */
function whaleWinter() {
  const next = dice(31);
  return poster(
    'The Winter the Whale Came.',
    [
      linear('sky', ['#c9dbe6', '#eef3f3', '#f9e3d3']),
      linear('sea', ['#7fa9c0', '#2d5f80', '#123a58']),
      linear('tail', ['#1b3850', '#0d2236'], { x1: 0, x2: 1 }),
    ],
    [
      all('url(#sky)'),
      circle({ cx: 200, cy: 250, r: 96, fill: '#fbd9bf', opacity: 0.9 }),
      ridge(width, 420, 350, { high: 120, step: 88, seed: 41, soft: false, fill: '#a9c3d2' }),
      ridge(width, 420, 372, { high: 70, step: 70, seed: 17, soft: false, fill: '#ffffff' }),
      times(6, (n) =>
        house(18 + n * 26, 384, 18, 14 + (n % 3) * 6, {
          wall: '#6b4a49',
          roof: '#ffffff',
          lit: '#ffcc70',
          seed: n + 2,
        }),
      ),
      rect({ y: 382, width, height: 218, fill: 'url(#sea)' }),
      glitter(200, 390, 470, { width: 200, count: 7, seed: 6, fill: '#fbe3d0', opacity: 0.5 }),
      path(
        'M226 520 Q240 400 216 306 Q206 262 162 240 Q112 216 72 236 Q104 246 116 274 Q132 310 190 312 Q150 410 148 520 Z',
        { fill: 'url(#tail)' },
      ),
      path('M206 312 Q262 310 282 270 Q296 240 332 230 Q286 208 246 234 Q214 254 202 290 Z', { fill: 'url(#tail)' }),
      path('M84 238 Q140 236 172 286', {
        fill: 'none',
        stroke: '#5d86a3',
        'stroke-width': 4,
        'stroke-linecap': 'round',
        opacity: 0.7,
      }),
      times(7, (n) =>
        path(`M${142 + n * 15} ${300 + (n % 3) * 9} q${(n - 3) * 2} 22 ${(n - 3) * 3} ${44 + (n % 2) * 20}`, {
          fill: 'none',
          stroke: '#e9f4f7',
          'stroke-width': 3,
          'stroke-linecap': 'round',
          opacity: 0.75,
        }),
      ),
      waves(width, 600, 470, { high: 9, long: 70, shift: 14, fill: '#2f6484' }),
      ellipse({ cx: 186, cy: 474, rx: 74, ry: 13, fill: '#e9f4f7', opacity: 0.85 }),
      waves(width, 600, 488, { high: 8, long: 84, shift: 40, fill: '#245474' }),
      group([
        path('M282 474 H364 L350 498 H298 Z', { fill: '#d5402f' }),
        path('M322 474 V436', { stroke: '#3b2b2b', 'stroke-width': 4 }),
        circle({ cx: 310, cy: 458, r: 7, fill: '#3b2b2b' }),
        path('M299 476 Q300 464 310 464 Q320 464 321 476 Z', { fill: '#3b2b2b' }),
        path('M324 438 H346 L340 446 L346 454 H324 Z', { fill: '#f6c85f' }),
      ]),
      waves(width, 600, 516, { high: 10, long: 96, shift: 4, fill: '#1b4663' }),
      [
        [-20, 548, 130, 30],
        [120, 566, 96, 22],
        [262, 540, 170, 36],
      ].map(([x, y, wide, high]) =>
        path(`M${x} ${y + high} L${x + 14} ${y} L${x + wide * 0.6} ${y + 4} L${x + wide} ${y + high} Z`, {
          fill: '#eef6f8',
        }),
      ),
      times(70, () =>
        circle({ cx: next() * 400, cy: next() * 600, r: 1 + next() * 2.6, fill: '#ffffff', opacity: 0.9 }),
      ),
    ],
  );
}

/** Terraces of a town, and a bicycle before them. */
function bicycleShop() {
  const wheel = (cx) =>
    group([
      circle({ cx, cy: 504, r: 58, fill: 'none', stroke: '#1f3d36', 'stroke-width': 8 }),
      times(8, (n) =>
        path(
          `M${cx} 504 L${cx + 56 * Math.cos((n * Math.PI) / 4 + 0.3)} ${504 + 56 * Math.sin((n * Math.PI) / 4 + 0.3)}`,
          { stroke: '#1f3d36', 'stroke-width': 1.8, opacity: 0.7 },
        ),
      ),
      circle({ cx, cy: 504, r: 8, fill: '#1f3d36' }),
    ]);
  const colours = ['#d95f43', '#f4e6c8', '#e9a23b', '#2f7a6d', '#f4e6c8', '#d95f43', '#e9a23b'];
  const terrace = (y, shift, seed) =>
    times(7, (n) =>
      house(shift + n * 58, y, 40, 34 + ((n * 7 + seed) % 4) * 8, {
        wall: colours[(n + seed) % 7],
        roof: '#7d3324',
        lit: '#24493f',
        seed: n + seed,
        shade: '#00000018',
      }),
    );
  return poster(
    'The Bicycle Shop on the Hill.',
    [linear('sky', ['#f7c64f', '#fbe29a', '#fdf3cf']), linear('road', ['#f3ead2', '#dcc9a0'])],
    [
      all('url(#sky)'),
      circle({ cx: 300, cy: 112, r: 54, fill: '#ef7f45' }),
      [
        [30, 88, 120],
        [64, 106, 130],
        [238, 190, 130],
      ].map(([x, y, wide]) => rect({ x, y, width: wide, height: 13, rx: 6.5, fill: '#ffffff', opacity: 0.8 })),
      path('M0 330 Q120 150 240 214 Q330 256 400 206 V600 H0 Z', { fill: '#8fb07a' }),
      terrace(264, 86, 1),
      path('M0 372 Q110 250 220 282 Q330 312 400 268 V600 H0 Z', { fill: '#6c9c6f' }),
      terrace(330, 12, 4),
      path('M0 420 Q130 330 260 358 Q340 376 400 344 V600 H0 Z', { fill: '#4c8465' }),
      terrace(398, 44, 2),
      path('M0 458 Q150 388 400 412 V600 H0 Z', { fill: '#35705a' }),
      path(
        'M244 210 Q300 262 214 300 Q132 338 236 370 Q330 402 200 440 Q96 480 170 600 H420 V420 Q300 440 330 396 Q350 352 262 326 Q206 306 286 284 Q348 258 252 208 Z',
        { fill: 'url(#road)', opacity: 0.92 },
      ),
      path('M0 560 H400 V600 H0 Z', { fill: '#24493f' }),
      ellipse({ cx: 200, cy: 564, rx: 170, ry: 9, fill: '#163029', opacity: 0.6 }),
      wheel(112),
      wheel(286),
      group(
        [
          path('M112 504 L166 420 H258 L204 504 Z', { fill: 'none' }),
          path('M112 504 H204 L166 420 M204 504 L258 424 H164', { fill: 'none' }),
          path('M286 504 L252 396', { fill: 'none' }),
          path('M252 398 Q244 382 268 380 L286 376', { fill: 'none' }),
        ],
        { stroke: '#d5402f', 'stroke-width': 9, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
      ),
      path('M166 420 L160 404', { stroke: '#1f3d36', 'stroke-width': 6 }),
      path('M136 400 Q160 390 186 402 Q164 412 140 410 Z', { fill: '#1f3d36' }),
      circle({ cx: 204, cy: 504, r: 15, fill: '#1f3d36' }),
      path('M204 504 L220 528 M214 530 H232', { stroke: '#1f3d36', 'stroke-width': 6, 'stroke-linecap': 'round' }),
      group([
        path('M262 426 H318 L308 464 H270 Z', { fill: '#c98b48' }),
        times(3, (n) =>
          path(`M${266 + n * 2} ${436 + n * 9} H${314 - n * 2}`, { stroke: '#8a5a2a', 'stroke-width': 2 }),
        ),
        [
          [274, '#ef7f45'],
          [290, '#f7c64f'],
          [304, '#d95f43'],
        ].map(([cx, fill]) => circle({ cx, cy: 418, r: 11, fill })),
      ]),
    ],
  );
}

/** Boats of folded paper on a sea of scales. */
function paperFleet() {
  const scales = times(9, (row) =>
    times(7, (n) => {
      const [cx, cy] = [n * 72 - (row % 2) * 36, 262 + row * 42];
      return group(
        [46, 34, 22, 10].map((r, ring) =>
          circle({ cx, cy: cy + 30, r, fill: ring % 2 ? '#f4efe1' : ['#1b7f93', '#176f86', '#135f78'][row % 3] }),
        ),
      );
    }),
  );
  const boat = (x, y, size, [hull, inner, sail]) =>
    group(
      [
        path('M-50 0 L-20 34 H24 L54 0 L24 10 H-22 Z', { fill: hull }),
        path('M-50 0 L-22 10 H24 L54 0 L2 6 Z', { fill: inner }),
        path('M2 -56 L-24 8 H2 Z', { fill: sail }),
        path('M2 -56 L30 8 H2 Z', { fill: inner }),
      ],
      { transform: `translate(${x} ${y}) scale(${size})` },
    );
  const paper = {
    red: ['#c93a2b', '#e86a54', '#f08b74'],
    white: ['#e5ddc8', '#fbf6e8', '#ffffff'],
    gold: ['#cf8f24', '#efb64a', '#f8d27c'],
    blue: ['#17406b', '#2a628f', '#4d86ae'],
  };
  return poster(
    'The Paper Fleet.',
    [linear('sky', ['#f6d3b0', '#fbe9cd', '#e9f1e4'])],
    [
      all('url(#sky)'),
      circle({ cx: 116, cy: 130, r: 66, fill: '#e4573d' }),
      group([
        path('M218 118 l70 -26 l-22 44 l-14 -16 Z', { fill: '#ffffff' }),
        path('M252 120 l36 -28 l-22 44 Z', { fill: '#d9cfb8' }),
      ]),
      group([
        path('M310 188 l44 -18 l-14 30 l-9 -11 Z', { fill: '#ffffff' }),
        path('M331 189 l23 -19 l-14 30 Z', { fill: '#d9cfb8' }),
      ]),
      boat(332, 232, 0.62, paper.blue),
      boat(72, 238, 0.7, paper.gold),
      boat(204, 236, 0.85, paper.white),
      group(scales.slice(0, 2)),
      boat(128, 314, 1.1, paper.red),
      boat(318, 320, 1.15, paper.white),
      group(scales.slice(2, 4)),
      boat(214, 412, 1.5, paper.gold),
      boat(38, 400, 1.1, paper.blue),
      group(scales.slice(4, 6)),
      boat(330, 486, 1.5, paper.red),
      boat(104, 510, 1.9, paper.white),
      group(scales.slice(6)),
    ],
  );
}

/** An observatory under stars that have turned for hours. */
function starMeasurer() {
  const next = dice(64);
  const trails = times(64, (n) => {
    const r = 14 + n * 7.2;
    const [from, long] = [next() * 360, 14 + next() * 60];
    const at = (degree) =>
      `${258 + r * Math.cos((degree * Math.PI) / 180)} ${196 + r * Math.sin((degree * Math.PI) / 180)}`;
    return path(`M${at(from)} A${r} ${r} 0 0 1 ${at(from + long)}`, {
      stroke: ['#fff3c4', '#a9d4ff', '#e9c6ff', '#ffffff'][n % 4],
      'stroke-width': 1 + next() * 1.6,
      opacity: 0.45 + next() * 0.5,
    });
  });
  return poster(
    'The Woman Who Measured Stars.',
    [
      linear('sky', ['#120b3a', '#2a1a68', '#5b3a94', '#c46a93']),
      linear('dome', ['#e7ebf6', '#8d97bd'], { x1: 0, x2: 1, y2: 0 }),
      linear(
        'light',
        [
          ['#ffe7a0', 0, 0.8],
          ['#ffe7a0', 1, 0],
        ],
        { y1: 1, y2: 0 },
      ),
    ],
    [
      all('url(#sky)'),
      stars(70, { width, height: 420, seed: 51 }),
      group(trails, { fill: 'none', 'stroke-linecap': 'round' }),
      circle({ cx: 258, cy: 196, r: 4, fill: '#ffffff' }),
      path('M104 392 L214 40 H314 L140 392 Z', { fill: 'url(#light)', opacity: 0.5 }),
      ridge(width, 600, 480, { high: 60, step: 120, seed: 12, fill: '#3a2460' }),
      group([
        path('M48 452 A84 84 0 0 1 216 452 Z', { fill: 'url(#dome)' }),
        path('M108 452 Q104 402 126 370 L160 376 Q136 404 140 452 Z', { fill: '#241547' }),
        path('M116 430 L162 352 L176 360 L134 440 Z', { fill: '#f6c85f' }),
        rect({ x: 42, y: 450, width: 180, height: 12, rx: 3, fill: '#6d76a3' }),
        rect({ x: 54, y: 462, width: 156, height: 78, fill: '#c9cfe6' }),
        rect({ x: 156, y: 462, width: 54, height: 78, fill: '#8d97bd' }),
        rect({ x: 74, y: 480, width: 26, height: 60, rx: 13, fill: '#ffcf73' }),
        rect({ x: 120, y: 484, width: 22, height: 24, rx: 2, fill: '#ffcf73' }),
      ]),
      path('M-20 548 Q90 506 206 532 Q300 552 420 498 V600 H-20 Z', { fill: '#1d1140' }),
      group(
        [
          circle({ cx: 306, cy: 462, r: 10 }),
          path('M290 538 Q288 480 306 474 Q326 480 324 538 Z', {}),
          path('M310 486 L330 476', { stroke: '#0f0829', 'stroke-width': 5, 'stroke-linecap': 'round' }),
          path('M316 478 L368 440 L376 450 L322 486 Z', {}),
          path('M342 468 L330 540 M342 468 V540 M342 468 L356 540', { stroke: '#0f0829', 'stroke-width': 3 }),
        ],
        { fill: '#0f0829' },
      ),
      path('M0 580 Q130 556 400 566 V600 H0 Z', { fill: '#120930' }),
    ],
  );
}

/** A bus along the cliffs, its windows the last light of the day. */
function lastBus() {
  return poster(
    'The Last Bus to the Sea.',
    [
      linear('sky', ['#133a5e', '#2f6f86', '#f08a6b', '#ffc98a']),
      linear('sea', ['#e98469', '#3b6f88', '#12405c']),
      linear('cliff', ['#3a4a63', '#1a2a42']),
      linear(
        'lamp',
        [
          ['#fff2c0', 0, 0.85],
          ['#fff2c0', 1, 0],
        ],
        { x1: 0, x2: 1, y2: 0 },
      ),
    ],
    [
      all('url(#sky)'),
      stars(34, { width, height: 150, seed: 71 }),
      circle({ cx: 292, cy: 300, r: 62, fill: '#ffe1a3' }),
      [
        [40, 176, 150],
        [90, 194, 210],
        [210, 150, 150],
        [-20, 232, 140],
      ].map(([x, y, wide]) => rect({ x, y, width: wide, height: 9, rx: 4.5, fill: '#ffb58a', opacity: 0.7 })),
      rect({ y: 302, width, height: 298, fill: 'url(#sea)' }),
      glitter(292, 308, 420, { width: 110, count: 11, seed: 13, fill: '#ffe1a3', opacity: 0.8 }),
      path('M400 286 Q372 290 352 318 Q336 342 300 346 Q268 352 262 372 H400 Z', { fill: '#51607a', opacity: 0.9 }),
      path('M-10 250 Q60 262 92 306 Q124 352 196 366 Q280 384 330 420 Q380 452 420 456 V600 H-10 Z', {
        fill: 'url(#cliff)',
      }),
      times(9, (n) =>
        path(`M${n * 44 - 6} ${330 + n * 14} L${n * 44 + 22} ${420 + n * 12} L${n * 44 - 4} 600`, {
          fill: 'none',
          stroke: '#46587a',
          'stroke-width': 2,
          opacity: 0.5,
        }),
      ),
      path('M-10 470 Q160 430 420 486 V540 Q170 486 -10 530 Z', { fill: '#0f1c30' }),
      path('M-10 500 Q166 458 420 513', {
        fill: 'none',
        stroke: '#f3d58a',
        'stroke-width': 3,
        'stroke-dasharray': '18 14',
      }),
      times(10, (n) =>
        rect({ x: n * 44 + 4, y: 524 - Math.sin((n / 9) * 2.6) * 34 + n * 2.4, width: 5, height: 26, fill: '#d9e2ea' }),
      ),
      path('M268 424 L400 404 V470 L268 452 Z', { fill: 'url(#lamp)' }),
      group(
        [
          rect({ x: 60, y: 376, width: 214, height: 92, rx: 16, fill: '#f5efe0' }),
          rect({ x: 60, y: 428, width: 214, height: 40, rx: 8, fill: '#d5502f' }),
          rect({ x: 60, y: 424, width: 214, height: 8, fill: '#f2b64a' }),
          times(5, (n) => rect({ x: 74 + n * 34, y: 388, width: 27, height: 30, rx: 4, fill: '#ffcf73' })),
          circle({ cx: 122, cy: 406, r: 8, fill: '#5d3a35' }),
          path('M111 418 Q112 410 122 410 Q132 410 133 418 Z', { fill: '#5d3a35' }),
          rect({ x: 246, y: 386, width: 22, height: 40, rx: 4, fill: '#9ed4de' }),
          rect({ x: 262, y: 436, width: 12, height: 10, rx: 3, fill: '#fff2c0' }),
          [104, 230].map((cx) =>
            group([circle({ cx, cy: 468, r: 19, fill: '#131b28' }), circle({ cx, cy: 468, r: 8, fill: '#aeb9c4' })]),
          ),
        ],
        { transform: 'rotate(2 160 430)' },
      ),
      path('M-10 560 Q180 510 420 566 V600 H-10 Z', { fill: '#0b1524' }),
    ],
  );
}

/** The posters by the id of their film. */
export const posters = {
  foghorns: foghorn,
  'night-train': nightTrain,
  'day-off': dayOff,
  'tide-inn': tideInn,
  'rain-and-projector': rainAndProjector,
  'pier-in-july': pierInJuly,
  moonfish,
  'whale-winter': whaleWinter,
  'bicycle-shop': bicycleShop,
  'paper-fleet': paperFleet,
  'star-measurer': starMeasurer,
  'last-bus': lastBus,
};
