import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StaffScope } from '@/generated/staff/enums';
import { contracts, deskPage, member, money, page, showAtDesk } from '@/testing/desk';
import { fieldError } from '@/testing/refusal';
import { router } from '@/testing/router';
import type { ActName } from './acts/act';
import { MemberView } from './MemberView';
import {
  cancelled,
  chargesOf,
  extendable,
  type MemberPage,
  mails,
  owing,
  refundable,
  rentals,
  retried,
  running,
  waivable,
} from './member';

/** What is sent, and what is answered: a result, or that there is no answer. */
const sent: { document: string; input: Record<string, unknown> }[] = [];
let answer: () => Response;

const says = (result: object) => () =>
  new Response(JSON.stringify({ data: { result: { userErrors: [], actId: 'x', isReplay: false, ...result } } }));
const refuses = (code: string, field: string | null, message: string) =>
  says({ actId: null, userErrors: [{ code, field, message }] });

beforeEach(() => {
  sent.length = 0;
  answer = says({});
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { operationName, variables } = JSON.parse(String(init.body));
    sent.push({ document: operationName, input: variables.input });
    return answer();
  });
  window.history.replaceState(null, '', '/staff/members/a1');
});

const everything: MemberPage = page({
  contracts,
  money,
  member: {
    ...member,
    login: {
      ...member.login,
      factors: ['OTP', 'Email'],
      trustedDevices: 2,
      throttles: [
        { what: 'LOGIN', tries: 10, until: '2026-01-05T00:00:00Z' },
        { what: 'CODES', tries: 2, until: null },
      ],
    },
  },
});
const blocked = page({ member: { ...member, status: 'suspended' } });
const alone = page({ member: { ...member, login: { ...member.login, factors: ['SMS'] } } });
const waits = page({
  member: {
    ...member,
    leavesAt: '2026-01-08T00:00:00Z',
    login: {
      ...member.login,
      heldChanges: [
        { changeId: 'h1', factors: ['OTP'], email: null, from: '2026-01-08T00:00:00Z', provedAt: null, agreedAt: null },
      ],
    },
  },
});
const leaves = page({ member: { ...member, leavesAt: '2026-01-08T00:00:00Z' } });
const guarded = page({ member: { ...member, isGuarded: true } });

/** Opens one act of the page as somebody who may do it, and says what is in it. */
function opened(name: ActName, scope: StaffScope, of: MemberPage = everything, also: StaffScope[] = []) {
  const shown = showAtDesk(<MemberView />, { scopes: [scope, ...also], freshUntil: '2026-01-05T00:00:00Z' }, of);
  const details = document.getElementById(name) as HTMLDetailsElement;
  act(() => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
  const inside = within(details);
  return {
    ...shown,
    inside,
    details,
    type: (label: string | RegExp, value: string) =>
      fireEvent.change(inside.getByLabelText(label), { target: { value } }),
    tick: (label: string | RegExp) => fireEvent.click(inside.getByLabelText(label)),
    press: () => {
      fireEvent.change(inside.getByLabelText('理由', { exact: false, selector: 'textarea[name=reason]' }), {
        target: { value: 'お電話でのご依頼' },
      });
      fireEvent.click(inside.getByRole('button', { hidden: true }));
    },
  };
}

type Opened = ReturnType<typeof opened>;
type Row = [ActName, StaffScope, (of: Opened) => unknown, Record<string, unknown>, MemberPage?];

const ofMember = { accountId: 'a1' };
const nothing = () => {};
const choose = (label: string, value: string) => (of: Opened) => of.type(label, value);

const acts: Row[] = [
  [
    'checkMember',
    'MEMBERS_CHECK',
    (of) => {
      of.type('フリガナ', 'ヤマダ');
      of.type('直近のお支払い額（円）', '1,100');
    },
    {
      ...{ ...ofMember, nameKana: 'ヤマダ', birthday: null, phoneLast4: null, postalCode: null, cardSuffix: null },
      lastPaymentYen: 1100,
    },
  ],
  ['revealMember', 'MEMBERS_REVEAL', (of) => of.tick('電話番号'), { ...ofMember, fields: ['PHONE'] }],
  ['viewMember', 'MEMBERS_REVEAL', nothing, ofMember],
  [
    'addNote',
    'MEMBERS_SUPPORT',
    (of) => of.type(/^メモ/, '折り返す'),
    { ...ofMember, text: '折り返す', isPinned: false },
  ],
  [
    'resendMail',
    'MEMBERS_SUPPORT',
    choose('再送するメール', 'ORDER o1'),
    { ...ofMember, kind: 'ORDER', subjectId: 'o1' },
  ],
  [
    'resendMail',
    'MEMBERS_SUPPORT',
    choose('再送するメール', 'VERIFY'),
    { ...ofMember, kind: 'VERIFY', subjectId: null },
  ],
  [
    'correctProfile',
    'MEMBERS_ACCESS',
    async (of) => {
      for (const label of ['名（カナ）', '生年月日', '性別', '都道府県', '建物名など']) of.tick(label);
      await of.inside.findByLabelText('建物名など', { selector: 'input[type=text]' });
      fireEvent.change(of.inside.getByLabelText('名（カナ）', { selector: 'input[type=text]' }), {
        target: { value: 'はなこ' },
      });
      fireEvent.change(of.inside.getByLabelText(/^生年月日/, { selector: 'input[type=text]' }), {
        target: { value: '１９８０/05/04' },
      });
      fireEvent.change(of.inside.getByLabelText('性別', { selector: 'select' }), { target: { value: '2' } });
    },
    { ...ofMember, version: 'm1', givenNameKana: 'ハナコ', birthday: '19800504', sex: 2, prefecture: 0, address2: '' },
  ],
  ['endSessions', 'MEMBERS_SUPPORT', nothing, ofMember],
  ['forgetDevices', 'MEMBERS_SUPPORT', nothing, ofMember],
  ['sendResetLink', 'MEMBERS_SUPPORT', nothing, ofMember],
  ['requireNewPassword', 'MEMBERS_SUPPORT', nothing, ofMember],
  ['clearThrottles', 'MEMBERS_SUPPORT', (of) => of.tick(/^ログイン/), { ...ofMember, what: ['LOGIN'] }],
  [
    'startEmailChange',
    'MEMBERS_ACCESS',
    (of) => of.type(/^新しいメールアドレス/, 'ｎｅｗ@example.jp'),
    { ...ofMember, email: 'new@example.jp' },
  ],
  ['stopWaiting', 'MEMBERS_SUPPORT', (of) => of.tick('退会'), { ...ofMember, what: 'WITHDRAWAL' }, waits],
  ['stopWaiting', 'MEMBERS_SUPPORT', (of) => of.tick('多要素認証の解除'), { ...ofMember, what: 'FACTOR_RESET' }, waits],
  ['stopWaiting', 'MEMBERS_SUPPORT', nothing, { ...ofMember, what: 'WITHDRAWAL' }, leaves],
  ['resetFactors', 'MEMBERS_ACCESS', (of) => of.tick('認証アプリ'), { ...ofMember, kinds: ['OTP'] }],
  ['resetFactors', 'MEMBERS_ACCESS', (of) => of.tick('SMS'), { ...ofMember, kinds: ['SMS'] }, alone],
  [
    'cancelContract',
    'CONTRACTS_WRITE',
    (of) => {
      of.type('対象のご契約', 'c1');
      of.tick(/^今すぐ/);
    },
    { subscriptionId: 'c1', at: 'NOW', version: 'v1' },
  ],
  ['undoCancelContract', 'CONTRACTS_WRITE', choose('対象のご契約', 'c2'), { subscriptionId: 'c2', version: 'v2' }],
  [
    'extendContract',
    'CONTRACTS_WRITE',
    (of) => {
      of.type('対象のご契約', 'c1');
      of.type(/^日数/, '１０');
    },
    { subscriptionId: 'c1', days: 10, version: 'v1' },
  ],
  [
    'extendEntitlement',
    'CONTRACTS_WRITE',
    (of) => {
      of.type('対象の作品', 'e1');
      of.type(/^日数/, '2');
    },
    { entitlementId: 'e1', days: 2 },
  ],
  [
    'pauseRetries',
    'CONTRACTS_WRITE',
    (of) => {
      of.type('対象のご契約', 'c3');
      of.type(/^次に請求する日/, '2026-02-10');
    },
    { subscriptionId: 'c3', until: '2026-02-10', version: 'v3' },
  ],
  ['resumeRetries', 'CONTRACTS_WRITE', choose('対象のご契約', 'c3'), { subscriptionId: 'c3', version: 'v3' }],
  ['retryNow', 'CONTRACTS_WRITE', choose('対象のご契約', 'c4'), { subscriptionId: 'c4', version: 'v4' }],
  [
    'refund',
    'MONEY_REFUND',
    (of) => {
      of.type('返金する決済', 'p1');
      of.type('返金額（円）', '500');
    },
    { chargeId: 'p1', amount: 500, evenSo: false, ends: 'NOTHING', version: 'w1' },
  ],
  ['waiveBill', 'MONEY_WAIVE', choose('取りやめるご請求', 'b1'), { billId: 'b1', version: 'x1' }],
  ['guardMember', 'MEMBERS_BLOCK', nothing, ofMember],
  ['unguardMember', 'MEMBERS_BLOCK', nothing, ofMember, guarded],
  ['block', 'MEMBERS_BLOCK', nothing, { ...ofMember, contracts: 'END_AT_TERM' }],
  ['unblock', 'MEMBERS_BLOCK', nothing, ofMember, blocked],
  ['withdrawMember', 'MEMBERS_ERASE', (of) => of.tick('書面'), { ...ofMember, request: 'LETTER' }],
];

const upper = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

describe('an act', () => {
  it.each(acts)(
    '%s with %s sends what was given, once, and says that it was done',
    async (name, scope, fill, want, of) => {
      if (name === 'checkMember')
        answer = says({
          verdicts: [{ claim: 'nameKana', isRight: true }],
          isProven: false,
          provenUntil: null,
          triesLeft: 4,
        });
      const one = opened(name, scope, of);
      await fill(one);
      one.press();
      await waitFor(() => expect(one.inside.getAllByRole('alert', { hidden: true }).at(-1)?.textContent).not.toBe(''));
      const { key, ...rest } = sent[0]?.input ?? {};
      expect(sent).toHaveLength(1);
      expect(sent[0]?.document).toBe(upper(name));
      expect(key).toMatch(/^[0-9a-f-]{36}$/);
      expect(rest).toEqual({ ...want, reasonKind: 'INQUIRY', reason: 'お電話でのご依頼', ticket: null });
      expect(router.replace).toHaveBeenCalledWith('/staff/members/a1', undefined, { scroll: false });
    },
  );

  it.each([
    ['CONTRACT', ['CONTRACTS_WRITE']],
    ['NOTHING', []],
  ] as [string, StaffScope[]][])('refund ends %s for somebody who may %j, too', async (ends, also) => {
    const one = opened('refund', 'MONEY_REFUND', everything, also);
    const contract = one.inside.queryByLabelText('この決済のご契約（今すぐ、取り消せません）');
    expect(!!contract).toBe(also.length > 0);
    if (contract) fireEvent.click(contract);
    one.type('返金する決済', 'p1');
    one.press();
    await waitFor(() => expect(sent[0]?.input.ends).toBe(ends));
  });

  it('is tried with every one that the page has', () => {
    showAtDesk(<MemberView />, { scopes: acts.map(([, scope]) => scope) }, everything);
    const offered = [...document.querySelectorAll('section[aria-label=操作] details')].map(({ id }) => id);
    const tried = new Set<string>(acts.filter(([, , , , of]) => !of).map(([name]) => name));
    expect(new Set(offered)).toEqual(tried);
  });

  it('keeps its key where it had no answer, and says of a replay that it had been done', async () => {
    const one = opened('endSessions', 'MEMBERS_SUPPORT');
    answer = () => {
      throw new TypeError('no network');
    };
    one.press();
    expect(await one.inside.findByText(/^通信できませんでした/)).toBeTruthy();
    answer = says({ isReplay: true });
    one.press();
    expect(await one.inside.findByText('前に送信した内容で、すでに済んでいます。')).toBeTruthy();
    expect(sent[1]?.input.key).toBe(sent[0]?.input.key);
  });

  it('leads to what waits for a second person', async () => {
    const one = opened('startEmailChange', 'MEMBERS_ACCESS');
    answer = says({ actId: null, proposal: { proposalId: 'q1' } });
    one.type(/^新しいメールアドレス/, 'new@example.jp');
    one.press();
    const link = await one.inside.findByRole('link', { name: '承認待ちを開く', hidden: true });
    expect(link.getAttribute('href')).toBe('/staff/proposals');
    expect(one.inside.queryByText('メールアドレスの変更を始めました。')).toBeNull();
  });

  it('says at the field what the server says of it', async () => {
    const one = opened('extendContract', 'CONTRACTS_WRITE');
    answer = refuses('INVALID_FORMAT', 'days', '長すぎます');
    one.type('対象のご契約', 'c1');
    one.type(/^日数/, '999');
    one.press();
    expect(await fieldError('長すぎます')).toBeTruthy();
    expect(router.replace).not.toHaveBeenCalled();
  });

  it.each([
    ['extendContract', 'CONTRACTS_WRITE', ['対象のご契約を選択してください。', '「日数」の欄に入力してください。']],
    ['resetFactors', 'MEMBERS_ACCESS', ['解除するものを1つ以上選んでください。']],
    ['withdrawMember', 'MEMBERS_ERASE', ['申し出の方法を選択してください。']],
    ['pauseRetries', 'CONTRACTS_WRITE', ['次に請求する日を入力してください。']],
  ] as const)('%s is not sent while something is missing', async (name, scope, words) => {
    const one = opened(name, scope);
    one.press();
    for (const each of words) expect(await fieldError(each)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('is not sent where the only choice was taken back', async () => {
    const one = opened('resetFactors', 'MEMBERS_ACCESS', alone);
    one.tick('SMS');
    one.tick('SMS');
    one.press();
    expect(await fieldError('解除するものを1つ以上選んでください。')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('asks for the sex that is to be, where that is put right', async () => {
    const one = opened('correctProfile', 'MEMBERS_ACCESS');
    one.tick('性別');
    await one.inside.findByLabelText('性別', { selector: 'select' });
    one.press();
    expect(await fieldError('性別を選択してください。')).toBeTruthy();
  });

  it('shows on a press what was changed meanwhile', async () => {
    const one = opened('waiveBill', 'MONEY_WAIVE');
    answer = refuses('STALE', 'version', '表示中に内容が変わりました。');
    one.type('取りやめるご請求', 'b1');
    one.press();
    expect(await one.inside.findByText('表示中に内容が変わりました。')).toBeTruthy();
    expect(router.replace).not.toHaveBeenCalled();
    fireEvent.click(one.inside.getByRole('button', { name: '最新の内容を表示する', hidden: true }));
    await waitFor(() => expect(router.replace).toHaveBeenCalled());
    expect(one.inside.queryByText('表示中に内容が変わりました。')).toBeNull();
  });

  it('still says that it is done where it can be done no more', async () => {
    const one = opened('block', 'MEMBERS_BLOCK');
    one.press();
    expect(await one.inside.findByText('利用を停止しました。')).toBeTruthy();
    one.rerender(deskPage(<MemberView />, { scopes: ['MEMBERS_BLOCK'], freshUntil: '2026-01-05T00:00:00Z' }, blocked));
    expect(one.inside.getByText('利用を停止しました。')).toBeTruthy();
    expect(one.inside.queryByRole('button', { hidden: true })).toBeNull();
  });

  it('takes over why the last one was done', async () => {
    const one = opened('addNote', 'MEMBERS_SUPPORT');
    one.type(/^メモ/, '折り返す');
    one.press();
    await one.inside.findByText('メモを追加しました。');
    const next = document.getElementById('endSessions') as HTMLDetailsElement;
    act(() => {
      next.open = true;
      next.dispatchEvent(new Event('toggle'));
    });
    await waitFor(() => expect(within(next).getByDisplayValue('お電話でのご依頼')).toBeTruthy());
    expect(one.inside.getByLabelText(/^メモ/)).toHaveProperty('value', '');
  });
});

describe('a note', () => {
  const change = (title: string) => {
    const shown = showAtDesk(<MemberView />, { scopes: ['MEMBERS_SUPPORT'] }, page());
    const notes = within(screen.getByRole('region', { name: 'メモ' }));
    const [details] = notes.getAllByText(title, { selector: 'summary span' }).map((found) => found.closest('details'));
    act(() => {
      (details as HTMLDetailsElement).open = true;
      details?.dispatchEvent(new Event('toggle'));
    });
    return { ...shown, notes, inside: within(details as HTMLDetailsElement) };
  };

  it('is changed as it was shown, and that is said where it may be gone', async () => {
    const { notes, inside } = change('変更する');
    fireEvent.change(inside.getByLabelText(/^メモ/), { target: { value: '直した' } });
    fireEvent.change(inside.getByLabelText(/^理由/, { selector: 'textarea' }), {
      target: { value: '書き間違えたため' },
    });
    fireEvent.click(inside.getByRole('button', { hidden: true }));
    await notes.findAllByText('メモを変更しました。');
    expect(sent[0]?.input).toMatchObject({ noteId: 'n2', version: 2, text: '直した', isPinned: true });
  });

  it('is removed as it was shown', async () => {
    const { notes, inside, rerender } = change('削除する');
    fireEvent.change(inside.getByLabelText(/^理由/, { selector: 'textarea' }), {
      target: { value: '書き間違えたため' },
    });
    fireEvent.click(inside.getByRole('button', { hidden: true }));
    await notes.findAllByText('メモを削除しました。');
    expect(sent[0]).toMatchObject({ document: 'RemoveNote', input: { noteId: 'n2', version: 2 } });
    const other = page({ member: { ...member, accountId: 'a2' } });
    rerender(deskPage(<MemberView />, { scopes: ['MEMBERS_SUPPORT'] }, other));
    expect(screen.queryByText('メモを削除しました。')).toBeNull();
  });

  it('is left to those who may change it', () => {
    showAtDesk(<MemberView />, { scopes: [] }, page());
    expect(screen.queryByText('変更する')).toBeNull();
  });
});

describe('what an act can be about', () => {
  const named = (all: readonly { subscriptionId: string }[]) => all.map(({ subscriptionId }) => subscriptionId);

  it('is what is in its state', () => {
    expect(named(running({ contracts }))).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(named(cancelled({ contracts }))).toEqual(['c2']);
    expect(named(extendable({ contracts }))).toEqual(['c1', 'c2']);
    expect(named(retried({ contracts }))).toEqual(['c3']);
    expect(named(owing({ contracts }))).toEqual(['c3', 'c4']);
    expect(rentals({ contracts }).map(({ entitlementId }) => entitlementId)).toEqual(['e1']);
    expect(refundable({ money }).map(({ chargeId }) => chargeId)).toEqual(['p1']);
    expect(chargesOf(money.data).map(({ chargeId }) => chargeId)).toEqual(['p2', 'p1']);
    expect(waivable({ money }).map(({ billId }) => billId)).toEqual(['b1']);
  });

  it('is nothing where it cannot be read', () => {
    expect(running({ contracts: null })).toEqual([]);
    expect(rentals({ contracts: { wrong: '' } })).toEqual([]);
    expect(refundable({ money: null })).toEqual([]);
    expect(waivable({ money: { wrong: '' } })).toEqual([]);
  });

  it('is a mail that tells of something, to a member who has an address', () => {
    const sendable = (of: Partial<MemberPage>) =>
      mails(page({ contracts, money, ...of })).map(({ kind, subjectId }) => `${kind} ${subjectId}`.trim());
    expect(sendable({})).toEqual(['VERIFY', 'ORDER o1', 'CANCELLATION c2', 'REFUND r1']);
    const verified = { ...member.profile, emailVerifiedAt: '2026-01-04T00:00:00Z' };
    expect(sendable({ member: { ...member, profile: verified }, contracts: null, money: null })).toEqual([]);
    expect(sendable({ member: { ...member, profile: { ...verified, email: null } } })).toEqual([]);
    expect(sendable({ member: { ...member, status: 'withdrawn' } })).toEqual([]);
  });
});
