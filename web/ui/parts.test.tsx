import { act, fireEvent, render, screen } from '@testing-library/react';
import Router from 'next/router';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '@/lib/toast';
import { modalDialogs } from '@/testing/dialogs';
import { renderView } from '@/testing/render';
import { translate } from '@/testing/translate';
import { Alert } from './Alert';
import { Button } from './Button';
import { ConfirmDialog } from './ConfirmDialog';
import { CountdownRedirect } from './CountdownRedirect';
import { Dialog } from './Dialog';
import { Money } from './Money';
import { isRead, PolicyBox, usePolicies } from './PolicyBox';
import { ResendButton } from './ResendButton';
import { Steps } from './Steps';

describe('with a clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

  it('S-001 S-002 S-003: resending waits 30 seconds, twice, and shows the seconds left', async () => {
    const resend = vi.fn(async () => {});
    renderView(<ResendButton onResend={resend} />);
    const button = screen.getByRole('button') as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    expect(screen.getByText('30秒後に再送できます')).toBeTruthy();
    await pass(29);
    expect(button.disabled).toBe(true);
    expect(screen.getByText('1秒後に再送できます')).toBeTruthy();
    await pass(1);
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
    await pass(0);
    expect(resend).toHaveBeenCalledTimes(1);
    expect(button.disabled).toBe(true);
    await pass(30);
    expect(button.disabled).toBe(false);
  });

  it('the end of the wait is announced, not each second of it', async () => {
    const { container } = renderView(<ResendButton onResend={async () => {}} />);
    const region = container.querySelector('[aria-live]');
    await pass(29);
    expect(region?.textContent).toBe('');
    await pass(1);
    expect(region?.textContent).toBe('もう一度コードを送信できます。');
  });

  it('a page that leaves by itself says when', async () => {
    renderView(<CountdownRedirect to="https://example.com/" seconds={10} />);
    const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
    expect(screen.getByText('10秒後にトップページへ移動します。')).toBeTruthy();
    await pass(9);
    expect(leave).not.toHaveBeenCalled();
    await pass(1);
    expect(leave).toHaveBeenCalledWith('https://example.com/');
  });

  it('A-023 K-004 K-005: toasts last 3000 ms, four at most, the oldest goes first', async () => {
    renderView(null);
    act(() => {
      for (const text of ['一', '二', '三', '四', '五']) toast.done(text);
    });
    expect(screen.queryByText('一')).toBeNull();
    expect(['二', '三', '四', '五'].every((text) => screen.getByText(text))).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(2999));
    expect(screen.getByText('五')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText('五')).toBeNull();
  });
});

/** A question, and what is told while it is open. */
function Question() {
  const [open, setOpen] = useState(false);
  const [words, say] = useState('');
  return (
    <>
      <Alert>{words}</Alert>
      <Button onClick={() => setOpen(true)}>尋ねる</Button>
      <ConfirmDialog
        open={open}
        title="削除しますか"
        confirmLabel="削除"
        onConfirm={() => say(words ? '' : '削除できませんでした。')}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

describe('a toast that tells a failure', () => {
  const told = (text: string) => screen.queryByText(text);
  const close = () => screen.getByRole('button', { name: '閉じる' });

  it('stays until its button is pressed, which gives the focus back; it takes none when it comes', async () => {
    vi.useFakeTimers();
    renderView(<button type="button">試す</button>);
    const button = screen.getByRole('button');
    button.focus();
    await act(async () => toast.error('変更できませんでした。'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(told('変更できませんでした。')).toBeTruthy();
    expect(document.activeElement).toBe(button);
    close().focus();
    fireEvent.click(close());
    expect(told('変更できませんでした。')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('enters a region that was there before it', async () => {
    renderView(null);
    const region = document.querySelector('[aria-live]');
    expect(region?.textContent).toBe('');
    await act(async () => toast.error('変更できませんでした。'));
    expect(region?.textContent).toBe('変更できませんでした。');
    await act(async () => fireEvent.keyDown(document, { key: 'Escape' }));
    expect(region?.textContent).toBe('');
  });

  it('is closed by Escape, after a dialog that is open', async () => {
    renderView(<Question />);
    await act(async () => toast.error('削除できませんでした。'));
    fireEvent.click(screen.getByRole('button', { name: '尋ねる' }));
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(told('削除できませんでした。')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'キャンセル' }));
    await act(async () => fireEvent.keyDown(document, { key: 'Escape' }));
    expect(told('削除できませんでした。')).toBeNull();
  });

  it('waits for the end of a question, beside which it would be neither seen nor announced', async () => {
    vi.useFakeTimers();
    renderView(<Question />);
    fireEvent.click(screen.getByRole('button', { name: '尋ねる' }));
    await act(async () => toast.error('削除できませんでした。'));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(told('削除できませんでした。')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'キャンセル' }));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(told('削除できませんでした。')).toBeTruthy();
    await act(async () => fireEvent.keyDown(document, { key: 'Escape' }));
  });

  it('is shown once, and heard again, when the same fails again', async () => {
    renderView(null);
    await act(async () => toast.error('変更できませんでした。'));
    await act(async () => toast.error('保存できませんでした。'));
    const first = told('変更できませんでした。');
    await act(async () => toast.error('変更できませんでした。'));
    const region = document.querySelector('[aria-live]');
    expect(region?.textContent).toBe('保存できませんでした。変更できませんでした。');
    expect(told('変更できませんでした。'), 'it enters the region anew').not.toBe(first);
    await act(async () => fireEvent.keyDown(document, { key: 'Escape' }));
    expect(region?.textContent).toBe('');
  });

  it('goes with its page, and one of something done does not', async () => {
    renderView(null);
    await act(async () => toast.error('変更できませんでした。'));
    await act(async () => toast.done('送信しました。'));
    await act(async () => Router.events.emit('routeChangeComplete', '/mypage'));
    expect(told('変更できませんでした。')).toBeNull();
    expect(told('送信しました。')).toBeTruthy();
  });

  it('gives the focus of its button back in whatever way it goes', async () => {
    renderView(<button type="button">試す</button>);
    const button = screen.getByRole('button');
    button.focus();
    await act(async () => toast.error('変更できませんでした。'));
    close().focus();
    await act(async () => fireEvent.keyDown(document, { key: 'Escape' }));
    expect(document.activeElement).toBe(button);
  });

  it('one of something done has no button', async () => {
    renderView(null);
    await act(async () => toast.done('変更しました。'));
    expect(told('変更しました。')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

const inline = {
  policyId: 'p1',
  revision: 1,
  key: 'terms',
  title: '利用規約',
  isExternal: false,
  renderData: '<p>本文</p>',
  dataSource: 'inline',
};
const external = {
  policyId: 'p2',
  revision: 1,
  key: 'x',
  title: '外部規約',
  isExternal: true,
  renderData: null,
  dataSource: 'https://example.com/t',
};

function Both() {
  const [policies] = useState([inline, external]);
  const { agreed, agree, allAgreed } = usePolicies(policies);
  return (
    <>
      {policies.map((policy) => (
        <PolicyBox
          key={policy.policyId}
          policy={policy}
          agreed={agreed.has(policy.policyId)}
          onAgree={(value) => agree(policy.policyId, value)}
        />
      ))}
      <button type="button" disabled={!allAgreed}>
        同意する
      </button>
    </>
  );
}

describe('policies', () => {
  it('K-041: the end is reached within 15 px, and a short text is read at once', () => {
    expect(isRead({ scrollTop: 485, clientHeight: 200, scrollHeight: 700 })).toBe(true);
    expect(isRead({ scrollTop: 484, clientHeight: 200, scrollHeight: 700 })).toBe(false);
    expect(isRead({ scrollTop: 0, clientHeight: 200, scrollHeight: 200 })).toBe(true);
  });

  function sized(scrollHeight: number) {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  }

  it('F-01: the end can be reached on a page that the browser translates', () => {
    sized(700);
    const { container } = renderView(<Both />);
    translate(container);
    const text = screen.getByRole('region');
    text.scrollTop = 490;
    fireEvent.scroll(text);
    fireEvent.click(screen.getByRole('checkbox'));
    expect((screen.getByRole('button') as HTMLButtonElement).disabled).toBe(false);
  });

  it('A-189 A-059: an inline policy is agreed to by scrolling to its end, an external one by its box', () => {
    sized(700);
    renderView(<Both />);
    const button = screen.getByRole('button') as HTMLButtonElement;
    const text = screen.getByRole('region', { name: '利用規約' });
    expect(text.tabIndex).toBe(0);
    fireEvent.click(screen.getByRole('checkbox'));
    expect(button.disabled).toBe(true);
    text.scrollTop = 300;
    fireEvent.scroll(text);
    expect(button.disabled).toBe(true);
    text.scrollTop = 490;
    fireEvent.scroll(text);
    expect(button.disabled).toBe(false);
    expect(screen.getByText('最後まで確認しました。')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.com/t');
  });

  it('A-191: a short one counts as read', () => {
    sized(100);
    renderView(<Both />);
    expect(screen.getByText('最後まで確認しました。')).toBeTruthy();
  });
});

describe('an alert', () => {
  it('is in the HTML of the server, empty; its words enter it and bring the focus, as do others', () => {
    expect(renderToString(<Alert />)).toContain('role="alert"');
    const { rerender } = render(<Alert />);
    const region = screen.getByRole('alert');
    expect(region.textContent).toBe('');
    expect(document.activeElement).toBe(document.body);
    rerender(<Alert>送信できませんでした。</Alert>);
    expect(screen.getByRole('alert')).toBe(region);
    expect(region.textContent).toBe('送信できませんでした。');
    expect(document.activeElement).toBe(region);
    region.blur();
    rerender(<Alert>時間をおいてお試しください。</Alert>);
    expect(document.activeElement).toBe(region);
  });
});

describe('an alert that is caused in a question', () => {
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  beforeEach(() => {
    vi.useFakeTimers();
    modalDialogs();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = () => act(() => vi.advanceTimersByTimeAsync(1000));

  it('has the focus once that is closed', async () => {
    renderView(<Question />);
    screen.getByRole('button', { name: '尋ねる' }).focus();
    press('尋ねる');
    press('削除');
    await pass();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'キャンセル' }));
    press('キャンセル');
    await pass();
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });

  it('leaves the focus alone when it has gone meanwhile', async () => {
    renderView(<Question />);
    screen.getByRole('button', { name: '尋ねる' }).focus();
    press('尋ねる');
    press('削除');
    press('削除');
    press('キャンセル');
    await pass();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '尋ねる' }));
  });

  it('has it at once inside of the dialog', () => {
    renderView(
      <Dialog open title="宛名">
        <Alert>表示できませんでした。</Alert>
      </Dialog>,
    );
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });
});

describe('small parts', () => {
  it('K-011: an amount carries its （税込）', () => {
    const { container } = renderView(<Money yen={1100} per="1か月あたり" />);
    expect(container.textContent).toContain('1,100円（税込） 1か月あたり');
  });

  it('steps say where the member is, in figures and in words', () => {
    renderView(<Steps current={2} total={4} />);
    expect(screen.getByText('2 / 4')).toBeTruthy();
    expect(screen.getByText('全4ステップ中の2番目')).toBeTruthy();
  });

  it('a question has the focus on its safe answer and is left by it', () => {
    const onClose = vi.fn();
    renderView(
      <ConfirmDialog open title="解約しますか" confirmLabel="解約する" danger onConfirm={() => {}} onClose={onClose} />,
    );
    const safe = screen.getByRole('button', { name: 'キャンセル' });
    expect(document.activeElement).toBe(safe);
    fireEvent.click(safe);
    expect(onClose).toHaveBeenCalled();
  });
});
