import { formatMinute, formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import type { Member } from './member';
import { Rows } from './Rows';
import { useThrottled } from './throttled';

/** How the member logs in, and how that went lately. */
export function MemberLogin({ member: { login, loginHistory } }: { member: Member }) {
  const { t } = useTranslation('desk');
  const none = t('none');
  const throttled = useThrottled();
  return (
    <>
      <Card title={t('login.title')} id="login">
        <DefinitionList
          facts={[
            {
              term: t('login.password'),
              detail: t(login.mustChangePassword ? 'login.mustChange' : login.hasPassword ? 'login.set' : 'none'),
            },
            {
              term: t('login.factors'),
              detail: login.factors.map((kind) => t(`factors.${kind}` as 'factors.OTP', kind)).join(t('and')) || none,
            },
            { term: t('login.external'), detail: login.externalAccounts.join(t('and')) || none },
            { term: t('login.last'), detail: login.lastLoginAt ? formatMinute(login.lastLoginAt) : none },
            { term: t('login.failed'), detail: t('count', { count: login.failedSince }) },
            { term: t('login.sessions'), detail: t('count', { count: login.openSessions }) },
            { term: t('login.devices'), detail: t('count', { count: login.trustedDevices }) },
            login.throttles.length > 0 && {
              term: t('login.throttles'),
              detail: login.throttles.map(throttled).join('\n'),
            },
          ]}
        />
      </Card>
      <Rows
        title={t('history.title')}
        page={loginHistory}
        keyOf={({ at, method, ip }) => `${at} ${method} ${ip}`}
        columns={[
          { head: t('at'), cell: ({ at }) => <span className="tabular-nums">{formatSecond(at)}</span> },
          {
            head: t('history.result'),
            cell: ({ isSuccess }) => (
              <Badge tone={isSuccess ? 'done' : 'danger'}>{t(isSuccess ? 'history.done' : 'history.failed')}</Badge>
            ),
          },
          { head: t('history.by'), cell: ({ method, factor }) => [method, factor].filter(Boolean).join(' + ') },
          {
            head: t('history.from'),
            cell: ({ ip, country, device, browser }) => (
              <>
                {[ip, country].filter(Boolean).join(' ') || none}
                <span className="block text-sm text-ink-2">{[device, browser].filter(Boolean).join(' ')}</span>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
