import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { faultOf } from '@/lib/fault';
import { useForm } from '@/lib/form';
import { getAlert } from '@/testing/alerts';
import { renderView } from '@/testing/render';
import { Form, SubmitButton } from './Form';

/** A form whose schema does not load. */
function Cut({ unsent }: { unsent?: string }) {
  const form = useForm(() => Promise.reject(new Error('no such file')), { name: '' });
  return (
    <Form form={form} unsent={unsent} onSubmit={() => {}}>
      <SubmitButton>送る</SubmitButton>
    </Form>
  );
}

describe('what the form needs does not load', () => {
  it.each([
    ['ja', false, undefined, '通信できませんでした。接続を確認して、もう一度お試しください。'],
    ['en', false, undefined, 'There is no connection to the site. Please check it and try again.'],
    ['ja', false, 'お申し込みは確定していません。', 'お申し込みは確定していません。'],
    ['ja', true, 'お申し込みは確定していません。', /^送信できませんでした。.*再読み込みしてください。$/],
  ] as const)('U-20: it says why (%s, online: %s, words of its own: %s)', async (locale, online, unsent, words) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    renderView(<Cut unsent={unsent} />, { locale });
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(getAlert().textContent).toMatch(words));
  });

  it('U-20: without the code that sends it, it was not sent', () => {
    const lost = Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' });
    expect(faultOf(lost).code).toBe('OFFLINE');
    expect(faultOf(new Error('broken')).code).toBe('INTERNAL');
  });
});
