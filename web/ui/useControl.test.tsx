// @vitest-environment node
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

async function load() {
  const [form, text, select, radio, check, texts, i18n] = await Promise.all([
    import('react-hook-form'),
    import('./TextField'),
    import('./SelectField'),
    import('./RadioField'),
    import('./CheckField'),
    import('@/lib/server/texts'),
    import('next-i18next/pages'),
  ]);
  return { ...form, ...text, ...select, ...radio, ...check, ...texts, ...i18n };
}

const options = ['1', '2'].map((value) => ({ value, label: value }));

function Fields({ of }: { of: Awaited<ReturnType<typeof load>> }) {
  const form = of.useForm({ defaultValues: { name: '太郎', note: '', plan: '2', way: '1', agreed: true } });
  return (
    <of.FormProvider {...form}>
      <of.TextField name="name" label="a" autoComplete="name" required hint="b" />
      <of.TextField name="note" label="c" autoComplete="off" rows={3} />
      <of.SelectField name="plan" label="d" options={options} placeholder="e" />
      <of.RadioField name="way" label="f" options={options} />
      <of.CheckField name="agreed" label="g" />
    </of.FormProvider>
  );
}

/** What the fields of a form are first, as modules that are loaded now make them. */
async function first(): Promise<string> {
  vi.resetModules();
  const of = await load();
  return renderToString(
    <of.I18nContext value={{ i18n: of.sharedInstance('ja') }}>
      <Fields of={of} />
    </of.I18nContext>,
  );
}

it('is first in the browser what it is on the server, which registers nothing', async () => {
  const served = await first();
  vi.stubGlobal('window', globalThis);
  expect(await first()).toBe(served);
  expect(served).toContain('name="name"');
  expect(served).toContain('value="太郎"');
});
