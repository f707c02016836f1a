import type { TFunction } from 'i18next';

/** The value of a field of a record. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** A record of a member's file: values by the names of their columns. */
export type Row = Record<string, Value>;

/** The records of a table, at least one. */
export type Table = { name: string; rows: Row[] };

/**
 * A member's file: an object for each kind, with a list of records for each table, and what becomes
 * of the kind after leaving.
 */
export type DataFile = Record<string, Record<string, Row[] | string> | string>;

/** The tables of a kind that hold something. */
export function tablesOf(file: DataFile, kind: string): Table[] {
  return Object.entries(file[kind] ?? {})
    .filter((entry): entry is [string, Row[]] => Array.isArray(entry[1]) && entry[1].length > 0)
    .map(([name, rows]) => ({ name, rows }));
}

/**
 * What a table or a column is called. The server's tests hold that each of its file has a
 * name here.
 */
export function titleOf(t: TFunction<'data'>, list: 'table' | 'field', name: string): string {
  return t(`${list}.${name}` as 'field.id');
}
