import { parseSync } from 'vite';
import { type Node, walk } from './syntax';

/**
 * Finds texts beside something that comes and goes. A browser that translates a page replaces the
 * nodes of its texts by elements of its own. React then cannot put an element before such a text,
 * nor remove such a text: it throws, and the page is gone. A text in an element of its own is safe,
 * since React moves only the element.
 */
export function textsBeside(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const found: string[] = [];
  walk(program as unknown as Node, (node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return;
    const children = (node.children as Node[]).map(kindsOf).filter((kinds) => kinds !== null);
    if (children.length < 2) return;
    const comes = children.some((kinds) => kinds.has('element') && kinds.size > 1);
    const isWrong = children.some(
      (kinds) =>
        (comes && !kinds.has('element') && (kinds.has('text') || kinds.has('unknown'))) ||
        (kinds.has('text') && kinds.size > 1),
    );
    if (isWrong) found.push(`${file}:${source.slice(0, node.start).split('\n').length}`);
  });
  return found;
}

/**
 * What a child may be: an element, a text, nothing, a value whose kind the code does not tell,
 * which counts as a text, or the place of what a component is given (`children`, a function's
 * answer), which are elements here.
 */
type Kind = 'element' | 'text' | 'nothing' | 'unknown' | 'slot';
type Kinds = ReadonlySet<Kind>;

/** Null for what renders nothing at all, such as the blanks between two lines and remarks. */
function kindsOf(child: Node): Kinds | null {
  switch (child.type) {
    case 'JSXText':
      return /^\s*$/.test(String(child.value)) && /\n|^$/.test(String(child.value)) ? null : new Set(['text']);
    case 'JSXExpressionContainer':
      return (child.expression as Node).type === 'JSXEmptyExpression' ? null : kindsOfValue(child.expression as Node);
    default:
      return new Set(['element']);
  }
}

function kindsOfValue(value: Node): Kinds {
  switch (value.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return new Set(['element']);
    case 'TemplateLiteral':
      return new Set(['text']);
    case 'Literal':
      return new Set([value.value === null || typeof value.value === 'boolean' ? 'nothing' : 'text']);
    case 'LogicalExpression':
      return new Set<Kind>([
        ...(value.operator === '&&' ? (['nothing'] as const) : kindsOfValue(value.left as Node)),
        ...kindsOfValue(value.right as Node),
      ]);
    case 'ConditionalExpression':
      return new Set([...kindsOfValue(value.consequent as Node), ...kindsOfValue(value.alternate as Node)]);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return kindsOfValue(value.expression as Node);
    case 'CallExpression':
      return ofCall(value);
    case 'Identifier':
      return new Set([value.name === 'children' ? 'slot' : 'unknown']);
    case 'MemberExpression':
      return new Set([(value.object as Node).name === 'props' ? 'slot' : 'unknown']);
    default:
      return new Set(['slot']);
  }
}

/** A list may be empty; `t` makes texts. */
function ofCall({ callee, arguments: given }: Node): Kinds {
  const { type, name, property } = callee as Node & { name?: string; property?: { name?: string } };
  if (type === 'Identifier' && name === 't') return new Set(['text']);
  const made = (given as Node[])[0];
  if (type === 'MemberExpression' && /^(map|flatMap)$/.test(property?.name ?? '') && made?.body) {
    const body = made.body as Node;
    return new Set<Kind>([
      'nothing',
      ...(body.type === 'BlockStatement' ? (['element'] as const) : kindsOfValue(body)),
    ]);
  }
  return new Set(['slot']);
}
