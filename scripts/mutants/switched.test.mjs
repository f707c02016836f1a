import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { allGroups } from './groups.mjs';
import { chosen } from './mutant.mjs';
import { foldersOf } from './server.mjs';
import { switched } from './switched.mjs';

const source = `package a

const life = 30 * time.Minute // of a form

const (
	tries = 5 // of a code
	most  = 20
)

// Take takes.
func (s *Service) Take(ctx context.Context, f func(a, b int) error, rest ...string) (n int, err error) {
	if n > 3 {
		return 1, nil
	}
	return 0, f(1, 2)
}

func (b Basis) Free() bool { return b.Price == 0 }

func drop(id string) {
	forget(id)
}

func (Args) Kind() string { return "a" }
`;

const put = (text, instead, number = 7) => switched(source, [{ number, text, instead }]);

test('a function calls its copy while its mutant is on, and hands on what it was given', () => {
  const code = put('n > 3', 'n > 4');
  assert.match(code, /\nif mutantOn == 7 \{ return s\.TakeMutant7\(ctx, f, rest\.\.\.\) \}\n\n\tif n > 3/);
  assert.match(code, /\nfunc \(s \*Service\) TakeMutant7\(ctx context\.Context, .*\n\tif n > 4/);
});

test('a function on one line, and one that answers nothing', () => {
  assert.match(put('== 0 }', '== 1 }'), /if mutantOn == 7 \{ return b\.FreeMutant7\(\) \}/);
  assert.match(put('forget(id)', '_ = id'), /if mutantOn == 7 \{ dropMutant7\(id\); return \}/);
});

test('a method whose receiver has no name calls its copy, too', () => {
  const code = put('return "a"', 'return "b"');
  assert.match(
    code,
    /func \(receiver Args\) Kind\(\) string \{\nif mutantOn == 7 \{ return receiver\.KindMutant7\(\) \}/,
  );
  assert.match(code, /func \(receiver Args\) KindMutant7\(\) string \{ return "b" \}/);
});

test('a constant becomes a variable, alone or out of its block', () => {
  assert.match(put('life = 30', 'life = 31'), /\nvar life = orMutant\(30 \* time\.Minute, 7, 31 \* time\.Minute\)\n/);
  const code = put('tries = 5', 'tries = 6');
  assert.match(code, /const \(\n\n\tmost {2}= 20\n\)/);
  assert.match(code, /\nvar tries = orMutant\(5, 7, 6\)\n/);
});

test('several mutants of one file keep apart', () => {
  const code = switched(source, [
    { number: 1, text: 'n > 3', instead: 'n > 4' },
    { number: 2, text: 'return 1, nil', instead: 'return 2, nil' },
    { number: 3, text: 'most  = 20', instead: 'most  = 21' },
  ]);
  assert.match(code, /TakeMutant1[^}]*n > 4[^}]*return 1, nil/);
  assert.match(code, /TakeMutant2[^}]*n > 3[^}]*return 2, nil/);
  assert.match(code, /var most = orMutant\(20, 3, 21\)/);
});

test('a mutant that reaches out of its declaration is refused: it would change nothing', () => {
  assert.throws(
    () => put('most  = 20\n', 'most  = 21\n'),
    /reaches out of its declaration and changes nothing: most {2}= 20\n/,
  );
});

test('every mutant of the server changes its declaration', () => {
  const mutants = chosen(allGroups, []).map((mutant, i) => ({ ...mutant, number: i + 1 }));
  const files = new Set(mutants.map(({ file }) => file).filter((file) => file.startsWith('server/')));
  assert.ok(files.size > 100);
  for (const file of files)
    assert.doesNotThrow(() =>
      switched(
        readFileSync(inCheckout(file), 'utf8'),
        mutants.filter((mutant) => mutant.file === file),
      ),
    );
});

test('every package whose tests mutants name is there, once', () => {
  const names = chosen(allGroups, []).flatMap(({ file, first, tests }) =>
    file.startsWith('server/') ? [first[0], ...tests] : [],
  );
  assert.ok(foldersOf([...new Set(names)]).size > 30);
});
