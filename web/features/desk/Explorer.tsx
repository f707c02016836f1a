import 'graphiql/graphiql.css';
import { GraphiQL } from 'graphiql';
import { parse, print } from 'graphql';
import { type ComponentProps, useState } from 'react';
import { DeskScreenDocument } from '@/generated/staff/DeskScreen';
import { FindScreenDocument } from '@/generated/staff/FindScreen';
import { MemberScreenDocument } from '@/generated/staff/MemberScreen';

/** Asks as the person who is logged in, as the pages of the desk do. */
const fetcher: ComponentProps<typeof GraphiQL>['fetcher'] = async (request) => {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-kaiin-staff': '1' },
    body: JSON.stringify(request),
    cache: 'no-store',
  });
  return answer.json();
};

/** What is typed and answered is gone with the page: it may be of members. */
function forNow() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

const example = ({ text }: { text: string }, variables?: object) => ({
  query: print(parse(text)),
  variables: variables ? JSON.stringify(variables, null, 2) : null,
});
const examples = [
  example(DeskScreenDocument),
  example(FindScreenDocument, { term: '090-1234-5678' }),
  example(MemberScreenDocument, { accountId: '' }),
];

/** GraphiQL on the desk. It asks nothing of another host, and is loaded by this page alone. */
export default function Explorer() {
  const [storage] = useState(forNow);
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={storage}
      maxHistoryLength={0}
      defaultTabs={examples}
      forcedTheme="light"
      isHeadersEditorEnabled={false}
      showPersistHeadersSettings={false}
    >
      <GraphiQL.Logo> </GraphiQL.Logo>
    </GraphiQL>
  );
}
