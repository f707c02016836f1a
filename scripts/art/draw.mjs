// What the pictures of the demo store are drawn with: flat shapes and gradients, written as SVG.

const number = (value) => String(Math.round(value * 10) / 10);
const attributes = (given) =>
  Object.entries(given)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? number(value) : value}"`)
    .join('');

const shape = (name) => (given) => `<${name}${attributes(given)}/>`;
export const rect = shape('rect');
export const circle = shape('circle');
export const ellipse = shape('ellipse');

/** A path, its numbers rounded to a tenth. */
export const path = (d, given = {}) =>
  `<path d="${d.replace(/-?\d+\.\d+/g, (found) => number(Number(found)))}"${attributes(given)}/>`;
export const group = (parts, given = {}) => `<g${attributes(given)}>${parts.flat(9).join('')}</g>`;

const stops = (colours) =>
  colours
    .map((colour, n) => {
      const [hex, at = n / (colours.length - 1), opacity] = Array.isArray(colour) ? colour : [colour];
      return `<stop offset="${number(at * 100)}%" stop-color="${hex}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`;
    })
    .join('');

/** A gradient from the top to the bottom, unless told otherwise. */
export const linear = (id, colours, line = {}) =>
  `<linearGradient id="${id}"${attributes({ x1: 0, y1: 0, x2: 0, y2: 1, ...line })}>${stops(colours)}</linearGradient>`;
export const radial = (id, colours, place = {}) =>
  `<radialGradient id="${id}"${attributes(place)}>${stops(colours)}</radialGradient>`;

/** A picture of its size; what is said about it is for people who read the file. */
export function picture(width, height, about, definitions, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<!-- ${about} Drawn by scripts/art. -->`,
    `<defs>${definitions.flat(9).join('')}</defs>`,
    ...parts.flat(9),
    '</svg>\n',
  ].join('\n');
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** Water from its waves down to the bottom. */
export function waves(width, bottom, y, { high = 6, long = 60, shift = 0, ...given }) {
  const count = Math.ceil((width + 2 * long) / long) + 1;
  const crests = times(count, (n) => `${n ? 't' : `q${number(long / 2)} ${-high} `}${long} 0`).join(' ');
  return path(`M${-long - shift} ${y} ${crests} V${bottom} H${-long - shift} Z`, given);
}

/** Hills, soft or as sharp as rock, from their ridge down to the bottom. */
export function ridge(width, bottom, y, { high = 40, step = 80, seed = 1, soft = true, ...given }) {
  const next = dice(seed);
  const points = times(Math.ceil(width / step) + 2, (n) => [n * step - step / 2, y - next() * high]);
  const line = points.map(([x, top], n) => {
    if (n === 0) return `M${number(x)} ${number(top)}`;
    const [left, before] = points[n - 1];
    const middle = number((left + x) / 2);
    return soft
      ? `C${middle} ${number(before)} ${middle} ${number(top)} ${number(x)} ${number(top)}`
      : `L${number(x)} ${number(top)}`;
  });
  return path(`${line.join(' ')} V${bottom} H${-step} Z`, given);
}

/** Stars in a rectangle, a few of them bright. */
export function stars(count, { x = 0, y = 0, width, height, seed, fill = '#ffffff' }) {
  const next = dice(seed);
  return group(
    times(count, () => {
      const bright = next() > 0.85;
      return circle({
        cx: x + next() * width,
        cy: y + next() ** 1.4 * height,
        r: bright ? 1.5 + next() : 0.5 + next() * 0.7,
        opacity: bright ? 0.95 : 0.35 + next() * 0.35,
      });
    }),
    { fill },
  );
}

/** The path of light on water, under what shines: stripes that grow towards the beholder. */
export function glitter(x, top, bottom, { width, count = 12, seed, ...given }) {
  const next = dice(seed);
  return group(
    times(count, (n) => {
      const at = (n + 0.4) / count;
      const long = width * (0.35 + at) * (0.5 + next() * 0.7);
      const high = 1.2 + at * 4;
      return rect({
        x: x - long / 2 + (next() - 0.5) * width * 0.4,
        y: top + at * (bottom - top),
        width: long,
        height: high,
        rx: high / 2,
      });
    }),
    given,
  );
}

/** A house with a roof and lit windows, standing at y. */
export function house(x, y, width, high, { wall, roof, lit, seed = 1, shade }) {
  const next = dice(seed);
  const columns = Math.max(1, Math.floor(width / 16));
  const rows = Math.max(1, Math.floor(high / 22));
  return group([
    rect({ x, y: y - high, width, height: high, fill: wall }),
    shade ? rect({ x: x + width * 0.72, y: y - high, width: width * 0.28, height: high, fill: shade }) : '',
    path(`M${x - 4} ${y - high} L${x + width / 2} ${y - high - width * 0.42} L${x + width + 4} ${y - high} Z`, {
      fill: roof,
    }),
    times(rows, (row) =>
      times(columns, (column) =>
        next() > 0.35
          ? rect({
              x: x + 5 + (column * (width - 10)) / columns,
              y: y - high + 7 + row * 22,
              width: 6,
              height: 9,
              rx: 1,
              fill: lit,
              opacity: 0.65 + next() * 0.35,
            })
          : '',
      ),
    ),
  ]);
}

/** A lighthouse whose foot is at x, y; its lamp is at the returned place. */
export function lighthouse(x, y, high, { tower, bands, rail, lamp, shade }) {
  const top = y - high;
  const [wide, narrow] = [high * 0.15, high * 0.09];
  const side = (at) => wide + (narrow - wide) * at;
  const band = (from, to) =>
    path(
      `M${x - side(from)} ${y - high * from} L${x - side(to)} ${y - high * to} H${x + side(to)} L${x + side(from)} ${y - high * from} Z`,
      { fill: bands },
    );
  return {
    lamp: { x, y: top - high * 0.075 },
    parts: group([
      path(`M${x - wide} ${y} L${x - narrow} ${top} H${x + narrow} L${x + wide} ${y} Z`, { fill: tower }),
      bands ? [band(0.16, 0.36), band(0.56, 0.76)] : [],
      path(`M${x + wide * 0.35} ${y} L${x + narrow * 0.35} ${top} H${x + narrow} L${x + wide} ${y} Z`, {
        fill: shade,
        opacity: 0.35,
      }),
      rect({
        x: x - narrow * 1.45,
        y: top - high * 0.025,
        width: narrow * 2.9,
        height: high * 0.035,
        rx: 2,
        fill: rail,
      }),
      rect({ x: x - narrow * 0.8, y: top - high * 0.13, width: narrow * 1.6, height: high * 0.11, fill: lamp }),
      path(`M${x} ${top - high * 0.13} V${top - high * 0.02}`, { stroke: rail, 'stroke-width': 2 }),
      path(`M${x - narrow} ${top - high * 0.125} L${x} ${top - high * 0.21} L${x + narrow} ${top - high * 0.125} Z`, {
        fill: rail,
      }),
      circle({ cx: x, cy: top - high * 0.215, r: high * 0.013, fill: rail }),
    ]),
  };
}
