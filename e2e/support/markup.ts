/**
 * An element of a page's HTML, in the order of the page, with all the text in it; what scripts and
 * styles hold is no text.
 */
export type Part = { name: string; attributes: Readonly<Record<string, string>>; text: string };

const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const next =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/(?<end>[a-z][\w:-]*)>|<(?<start>[a-z][\w:-]*)(?<attributes>(?:\s+[\w:.@-]+(?:="[^"]*")?)*)\s*(?<closed>\/?)>|(?<text>[^<]+)/iy;
const raw = { script: /[\s\S]*?(?=<\/script>)/iy, style: /[\s\S]*?(?=<\/style>)/iy };
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * Reads HTML as React and the server write it: every element closed, every attribute in
 * double quotes, every special character escaped. Anything else is an error, so that nothing
 * is overlooked.
 */
export function readMarkup(html: string): Part[] {
  const parts: Part[] = [];
  const open: Part[] = [];
  for (let at = 0; at < html.length; ) {
    next.lastIndex = at;
    const found = next.exec(html)?.groups;
    if (!found) throw new Error(`This is no HTML that can be read: ${html.slice(at, at + 200)}`);
    at = next.lastIndex;
    if (found.text) {
      const text = decode(found.text);
      for (const part of open) part.text += text;
    }
    if (found.end) {
      const last = open.pop();
      if (last?.name !== found.end)
        throw new Error(`</${found.end}> ends <${last?.name}>: ${html.slice(at - 200, at)}`);
    }
    if (!found.start) continue;
    const part = { name: found.start, attributes: attributesIn(found.attributes ?? ''), text: '' };
    parts.push(part);
    if (found.closed || empty.has(part.name)) continue;
    const content = raw[part.name as keyof typeof raw];
    if (content) {
      content.lastIndex = at;
      if (!content.test(html)) throw new Error(`<${part.name}> has no end.`);
      at = content.lastIndex;
    }
    open.push(part);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> has no end.`);
  return parts;
}

const attributesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.@-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  );

const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex || decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
    const character = named[name];
    if (!character) throw new Error(`${whole} is a character of an unknown name.`);
    return character;
  });
