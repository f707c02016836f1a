import { useState } from 'react';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Button } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';
import { type Row, type Table, titleOf, type Value } from './records';

/** How many records of a table are shown at once. */
const step = 50;

/**
 * How many characters of a text are shown; pages of orders, which the file holds too, are longer.
 */
const longest = 2000;

/** What the member's file holds of a kind, a part for each table, closed at first. */
export function Records({ tables }: { tables: readonly Table[] }) {
  return (
    <div className="flex flex-col divide-y divide-line border-t border-line">
      {tables.map((table) => (
        <Part key={table.name} table={table} />
      ))}
    </div>
  );
}

function Part({ table: { name, rows } }: { table: Table }) {
  const { t } = useTranslation('data');
  const [shown, setShown] = useState(0);
  return (
    <details onToggle={() => setShown((before) => before || step)}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm">
        {titleOf(t, 'table', name)}{' '}
        <span className="text-ink-2 tabular-nums">{t('records', { number: rows.length })}</span>
      </summary>
      <ol className="flex flex-col gap-3 pb-3">
        {rows.slice(0, shown).map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: records have no name of their own, and never change places
          <li key={i} className="rounded-lg bg-ground px-3 text-sm break-words">
            <Record row={row} />
          </li>
        ))}
      </ol>
      {rows.length > shown && shown > 0 && (
        <Button kind="text" onClick={() => setShown(shown + step)}>
          {t('more', { number: rows.length - shown })}
        </Button>
      )}
    </details>
  );
}

function Record({ row }: { row: Row }) {
  const { t } = useTranslation('data');
  const facts = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ({ key: name, term: titleOf(t, 'field', name), detail: <Shown value={value} /> }));
  return <DefinitionList facts={facts} />;
}

function Shown({ value }: { value: Value }) {
  const { t } = useTranslation('data');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'object')
    return <pre className="text-xs whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>;
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return formatSecond(text);
  if (text.startsWith('data:image/jpeg;')) return <img src={text} alt="" width={100} height={100} />;
  return text.length > longest ? text.slice(0, longest) + t('rest') : text;
}
