import type { MemberStatus } from '@/generated/staff/enums';
import { useTranslation } from '@/lib/i18n';
import { Badge, type BadgeTone } from '@/ui/Badge';

const tones: Record<MemberStatus, BadgeTone> = { active: 'done', suspended: 'danger', withdrawn: 'neutral' };

export function StatusBadge({ status }: { status: MemberStatus }) {
  const { t } = useTranslation('desk');
  return <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>;
}
