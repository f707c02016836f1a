import type { ComponentProps } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Card } from '@/ui/Card';
import { Notice } from '@/ui/Notice';
import { Table } from '@/ui/Table';

type Props<Row> = Pick<ComponentProps<typeof Table<Row>>, 'columns' | 'keyOf'> & {
  title: string;
  id?: string;
  page: { nodes: readonly Row[]; pageInfo?: { hasNextPage: boolean } } | null | undefined;
  /** Why there are none. */
  wrong?: string;
};

/** A list of a member's, the newest first. */
export function Rows<Row>({ title, id, page, wrong, ...table }: Props<Row>) {
  const { t } = useTranslation('desk');
  const rows = page?.nodes ?? [];
  return (
    <Card title={title} id={id}>
      {wrong !== undefined && <Notice tone="error">{wrong || t('failed')}</Notice>}
      {wrong === undefined && rows.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      {rows.length > 0 && <Table caption={title} rows={rows} {...table} />}
      {page?.pageInfo?.hasNextPage && <p className="text-sm text-ink-2">{t('more', { count: rows.length })}</p>}
    </Card>
  );
}
