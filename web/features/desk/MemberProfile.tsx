import { type ReactNode, useEffect } from 'react';
import { PageHeading } from '@/layouts/PageHeading';
import { holds, refresh, useDesk } from '@/lib/desk/desk';
import { deskPaths } from '@/lib/desk/paths';
import { formatMinute, shownPhone, shownPostalCode } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { prefectureName } from '@/lib/japan/prefectures';
import { useLocale } from '@/lib/pageContext';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import type { Member } from './member';
import { StatusBadge } from './StatusBadge';

const isBox = (value: string | null | undefined): value is 'true' | 'false' => value === 'true' || value === 'false';
const sexes = ['0', '1', '2', '9'];

/** Who it is, as hints but for what the caller has opened. */
export function MemberProfile({ member, children }: { member: Member; children?: ReactNode }) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const { caller } = useDesk();
  const { accountId, status, profile, reveal, viewableUntil } = member;
  useClosing(reveal?.until);
  const none = t('none');
  const sex = profile.sex && sexes.includes(profile.sex) ? t(`sexes.${profile.sex}` as 'sexes.1') : profile.sex;
  const birthday = profile.birthday?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1/$2/$3');
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <PageHeading title={profile.name || t('member.title')} />
      {holds(caller, 'MEMBERS_REVEAL') && viewableUntil && (
        <TextLink opens="document" href={deskPaths.asMember(accountId)} className="self-start">
          {t('asMember.link')}
        </TextLink>
      )}
      {reveal && (
        <Notice tone="caution" title={t('member.open', { until: formatMinute(reveal.until) })}>
          {reveal.fields.map((field) => t(`fields.${field}`)).join(t('and'))}
        </Notice>
      )}
      {children}
      <Card title={t('member.profile')}>
        <DefinitionList
          facts={[
            { term: t('status'), detail: <StatusBadge status={status} /> },
            { term: t('member.id'), detail: <code className="font-mono text-sm break-all">{accountId}</code> },
            { term: t('since'), detail: formatMinute(member.createdAt) },
            member.withdrawnAt && { term: t('member.left'), detail: formatMinute(member.withdrawnAt) },
            member.erasedAt && { term: t('member.erased'), detail: formatMinute(member.erasedAt) },
            { term: t('member.locale'), detail: t(member.locale === 'en' ? 'locales.en' : 'locales.ja') },
            { term: t('fields.NAME'), detail: profile.name || none },
            { term: t('fields.KANA'), detail: profile.nameKana || none },
            {
              term: t('fields.EMAIL'),
              detail: (
                <>
                  <span className="break-all">{profile.email || none}</span>
                  {profile.email && (
                    <span className="block text-sm text-ink-2">
                      {profile.emailVerifiedAt
                        ? t('member.verified', { at: formatMinute(profile.emailVerifiedAt) })
                        : t('member.unverified')}
                    </span>
                  )}
                </>
              ),
            },
            { term: t('fields.PHONE'), detail: shownPhone(profile.phone) || none },
            { term: t('fields.BIRTHDAY'), detail: birthday || none },
            { term: t('fields.SEX'), detail: sex || none },
            { term: t('fields.POSTAL_CODE'), detail: shownPostalCode(profile.postalCode) || none },
            {
              term: t('fields.ADDRESS'),
              detail: `${prefectureName(profile.prefecture, locale)} ${profile.address ?? ''}`.trim() || none,
            },
            { term: t('fields.USER_ID'), detail: profile.userId || none },
            ...profile.custom.map(({ id, title, type, value }) => ({
              key: id,
              term: title,
              detail: (type === 'CHECKBOX' && isBox(value) ? t(`boxes.${value}`) : value) || none,
            })),
          ]}
        />
      </Card>
    </div>
  );
}

/** What is open closes by itself when its time is up. */
function useClosing(until: string | undefined): void {
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => void refresh(), Math.max(0, Date.parse(until) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [until]);
}
