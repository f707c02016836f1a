import type { ReactNode } from 'react';
import { DefinitionList } from './DefinitionList';

type Column<Row> = { head: string; cell: (row: Row) => ReactNode; number?: boolean };

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** A table from 1000 px up, cards below, with the same facts in the same order. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <>
      <table className="hidden w-full border-collapse wide:table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong text-left text-sm text-ink-2">
            {columns.map(({ head, number }) => (
              <th key={head} scope="col" className={number ? 'py-2 pl-4 text-right' : 'py-2 pr-4'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line">
              {columns.map(({ head, cell, number }) => (
                <td key={head} className={number ? 'py-3 pl-4 text-right tabular-nums' : 'py-3 pr-4'}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="flex flex-col gap-3 wide:hidden">
        {rows.map((row) => (
          <li key={keyOf(row)} className="card py-1">
            <DefinitionList facts={columns.map(({ head, cell }) => ({ term: head, detail: cell(row) }))} />
          </li>
        ))}
      </ul>
    </>
  );
}
