// A panel for people who answer the phone: finds members and shows their contracts, all masked.
//
//   SITE=http://localhost:8080 CLIENT=panel SECRET=… PORT=8070 node panel.js
//
// The program is registered with the scopes members.find, members.read and contracts.read. Compile
// it by `npx tsc -p docs/examples/support-panel --outDir build`. Whoever reaches the panel may use
// it, so put the login of your company before it.
import { createServer } from 'node:http';
import {
  PanelFind,
  type PanelFindQuery,
  type PanelFindQueryVariables,
  PanelMember,
  type PanelMemberQuery,
  type PanelMemberQueryVariables,
} from './generated.js';

const { SITE = 'http://localhost:8080', CLIENT = 'panel', SECRET = '', PORT = '8070' } = process.env;
const scope = 'staff:members.find staff:members.read staff:contracts.read';
let token = { text: '', until: 0 };

/** An access token, asked for anew a minute before the former one is over. */
async function bearer(): Promise<string> {
  if (Date.now() < token.until) return token.text;
  const answer = await fetch(`${SITE}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT}:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  const given = (await answer.json()) as { access_token?: string; expires_in: number; error?: string };
  if (!given.access_token) throw new Error(`no token: ${given.error}`);
  token = { text: given.access_token, until: Date.now() + (given.expires_in - 60) * 1000 };
  return token.text;
}

async function ask<Result, Variables>(query: string, variables: Variables): Promise<Result> {
  const answer = await fetch(`${SITE}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: Result; errors?: { message: string }[] };
  if (!data || errors?.length) throw new Error(errors?.[0]?.message ?? 'no answer');
  return data;
}

const escaped = (text: unknown) => String(text ?? '').replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const row = (cells: unknown[]) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;

async function found(term: string): Promise<string> {
  const { find } = await ask<PanelFindQuery, PanelFindQueryVariables>(PanelFind, { term });
  return (find?.nodes ?? [])
    .map(({ member, matched }) => {
      const href = `/?member=${encodeURIComponent(member.accountId)}`;
      return `<li><a href="${href}">${escaped(member.name ?? member.email)}</a> ${escaped(matched.join(', '))}</li>`;
    })
    .join('');
}

async function shown(accountId: string): Promise<string> {
  const variables = { accountId, filter: { accountId } };
  const { member, contracts } = await ask<PanelMemberQuery, PanelMemberQueryVariables>(PanelMember, variables);
  if (!member) return '<p>There is no such member.</p>';
  const { profile, login, status } = member;
  const rows = contracts?.nodes.map((c) => row([c.planName, c.status, c.paidThrough])) ?? [];
  return `<h2>${escaped(profile.name)}</h2><p>${escaped(profile.email)}, ${escaped(status)}, last login ${escaped(
    login.lastLoginAt ?? 'never',
  )}, ${login.failedSince} failed since</p><table>${rows.join('')}</table>`;
}

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://panel');
  const [term, member] = [searchParams.get('term'), searchParams.get('member')];
  const form = `<form><input name="term" aria-label="Find" value="${escaped(term)}"><button>Find</button></form>`;
  Promise.resolve(member ? shown(member) : term ? found(term) : '')
    .catch((error: Error) => `<p role="alert">${escaped(error.message)}</p>`)
    .then((body) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><title>Support</title>${form}${body}</html>`);
    });
}).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
