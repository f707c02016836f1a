/** A node of a file's syntax tree, as `parseSync` of vite answers it. */
export type Node = { type: string; start: number; [key: string]: unknown };

/** Visits a node and all under it. */
export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node && typeof node === 'object') {
    if (typeof (node as Node).type === 'string') visit(node as Node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  }
}
