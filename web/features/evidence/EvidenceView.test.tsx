import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EvidenceScreenDocument } from '@/generated/EvidenceScreen';
import { renderView } from '@/testing/render';
import { EvidenceView } from './EvidenceView';

const html =
  '<!doctype html>\n<html lang="ja"><title>お申し込み内容</title><p>毎月1,100円 "税込" & 100% #1</p></html>\n';
const evidence = {
  orderId: '0199f1c2-7a3b-7c11-8f11-000000000001',
  shownAt: '2026-05-15T03:04:05.678901Z',
  language: 'ja',
  planVersion: 3,
  templateVersion: 1,
  html,
  hash: 'ab'.repeat(32),
};

const show = (changes: Partial<typeof evidence> | { planVersion: null } = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<EvidenceView />, {
    document: EvidenceScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, evidence: { ...evidence, ...changes } } },
    variables: { orderId: evidence.orderId },
    address: `/mypage/evidence/${evidence.orderId}`,
    locale,
  });

const fact = (name: string) => screen.queryByText(name)?.parentElement?.querySelector('dd')?.textContent;

describe('what was shown with an order', () => {
  it('names the order, the time, the language in which it was shown, and the proof', () => {
    show();
    expect(screen.getByRole('heading', { name: 'お申し込み内容の控え' })).toBeTruthy();
    expect(fact('注文番号')).toBe(evidence.orderId);
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

  it('is shown in a frame that may do nothing', () => {
    show();
    const frame = screen.getByTitle('お示しした内容') as HTMLIFrameElement;
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toBe(html);
  });

  it('is downloaded to the letter', () => {
    show();
    const link = screen.getByRole('link', { name: '控えをダウンロードする' });
    expect(link.getAttribute('download')).toBe(`order-${evidence.orderId}.ja.html`);
    const [kind, content] = (link.getAttribute('href') ?? '').split(/,(.*)/s);
    expect(kind).toBe('data:text/html;charset=utf-8');
    expect(decodeURIComponent(content ?? '')).toBe(html);
  });
});
