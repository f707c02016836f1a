import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EvidenceScreenDocument } from '@/generated/EvidenceScreen';
import { renderView } from '@/testing/render';
import { EvidenceView } from './EvidenceView';

const html =
  '<!doctype html>\n<html lang="ja"><title>お申し込み内容</title><p>毎月1,100円 "税込" & 100% #1</p></html>\n';
const evidence = {
  orderId: '0199f1c2-7a3b-7c11-8f11-000000000001',
  orderNumber: 'C-7QXM-2PZC-HT5W',
  shownAt: '2026-05-15T03:04:05.678901Z',
  language: 'ja',
  planVersion: 3,
  templateVersion: 1,
  html,
  hash: 'ab'.repeat(32),
};

const show = (
  changes: Partial<typeof evidence> | { planVersion: null } = {},
  locale: 'ja' | 'en' = 'ja',
  from: string | null = null,
) =>
  renderView(<EvidenceView />, {
    document: EvidenceScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, evidence: { ...evidence, ...changes } } },
    variables: { orderId: evidence.orderId },
    address: `/mypage/evidence/${evidence.orderId}${from ? `?returnTo=${encodeURIComponent(from)}` : ''}`,
    locale,
  });

const fact = (name: string) => screen.queryByText(name)?.parentElement?.querySelector('dd')?.textContent;

describe('what was shown with an order', () => {
  it('names the order, the time, the language in which it was shown, and the proof', () => {
    show();
    expect(screen.getByRole('heading', { name: 'お申し込み内容の控え' })).toBeTruthy();
    expect(fact('注文番号')).toBe('C-7QXM-2PZC-HT5W');
    expect(fact('お申し込み日時')).toBe('2026/05/15 12:04:05');
    expect(fact('表示した言語')).toBe('日本語');
    expect(fact('プランの版')).toBe('第3版');
    expect(fact('控えの様式の版')).toBe('第1版');
    expect(fact('照合用の値（SHA-256）')).toContain(evidence.hash);
  });

  it('is English for those who read English, whatever language it was shown in', () => {
    show({ planVersion: null }, 'en');
    expect(fact('Shown in')).toBe('Japanese');
    expect(fact('Version of the plan')).toBeUndefined();
    expect(fact("Version of the record's form")).toBe('Version 1');
  });

  it('U-35: comes first, in a frame that runs nothing; what proves it is behind a disclosure', () => {
    show();
    const frame = screen.getByTitle('お示しした内容') as HTMLIFrameElement;
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(frame.getAttribute('srcdoc')).toBe(html);
    const proof = screen.getByText('保存の記録').closest('details');
    expect(proof?.open).toBe(false);
    expect(proof?.textContent).toContain(evidence.hash);
    expect(frame.compareDocumentPosition(proof as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    [null, '/mypage', 'マイページへ戻る', 'Back to My Page'],
    [
      '/mypage/payment-history?after=a',
      '/mypage/payment-history?after=a',
      'お支払い履歴へ戻る',
      'Back to payment history',
    ],
    ['/mypage/purchases/ended', '/mypage/purchases/ended', '購入・レンタルした作品へ戻る', 'Back to bought and rented'],
    ['/mypage/subscription/s-1', '/mypage/subscription/s-1', '契約内容へ戻る', 'Back to your plan'],
    ['/mypage/subscriptions', '/mypage', 'マイページへ戻る', 'Back to My Page'],
    ['https://elsewhere.example/mypage/purchases', '/mypage', 'マイページへ戻る', 'Back to My Page'],
    ['//elsewhere.example/mypage/purchases', '/mypage', 'マイページへ戻る', 'Back to My Page'],
  ])('U-35: from %s the way back is to %s', (from, href, ja, en) => {
    for (const [locale, words] of [['ja', ja] as const, ['en', en] as const]) {
      const { unmount } = show({}, locale, from);
      expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(href);
      unmount();
    }
  });

  it('is downloaded to the letter', () => {
    show();
    const link = screen.getByRole('link', { name: '控えをダウンロードする' });
    expect(link.getAttribute('download')).toBe('order-C-7QXM-2PZC-HT5W.ja.html');
    const [kind, content] = (link.getAttribute('href') ?? '').split(/,(.*)/s);
    expect(kind).toBe('data:text/html;charset=utf-8');
    expect(decodeURIComponent(content ?? '')).toBe(html);
  });
});
