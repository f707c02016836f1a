import { parseSync } from 'vite';
import { type Node, walk } from './syntax';

/**
 * What renders a region: these come and go with the part of the page that they belong to, never
 * with their words.
 */
const regions = ['LiveRegion', 'Alert', 'ActionNotice', 'RootError', 'Toasts'];

/**
 * Finds regions that may not be on the page before they speak: elements that are made into one by
 * hand, and parts with one that come under a condition.
 */
export function lateRegions(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const found: string[] = [];
  const at = ({ start }: Node) => found.push(`${file}:${source.slice(0, start).split('\n').length}`);
  walk(program as unknown as Node, (node) => {
    if (node.type === 'JSXOpeningElement' && isRegion(node)) at(node);
    if (node.type === 'LogicalExpression' || node.type === 'ConditionalExpression')
      for (const branch of [node.right, node.consequent, node.alternate] as Node[]) if (isPart(branch)) at(branch);
  });
  return found;
}

const nameOf = (node: Node) => String((node.name as Node & { name?: unknown }).name);

/** An element of HTML that is a region. */
function isRegion(opening: Node): boolean {
  const name = nameOf(opening);
  if (!/^[a-z]/.test(name)) return false;
  const given = (opening.attributes as Node[]).filter(({ type }) => type === 'JSXAttribute');
  const roles = given.filter((each) => nameOf(each) === 'role').map(({ value }) => (value as Node)?.value);
  return (
    name === 'output' ||
    given.some((each) => nameOf(each) === 'aria-live') ||
    roles.some((role) => /^(alert|status|log)$/.test(String(role)))
  );
}

function isPart(branch: Node | undefined): boolean {
  if (branch?.type === 'ParenthesizedExpression') return isPart(branch.expression as Node);
  return branch?.type === 'JSXElement' && regions.includes(nameOf(branch.openingElement as Node));
}
