import assert from 'node:assert/strict';
import { test } from 'node:test';
import { racingTests, startersIn } from './racing.mjs';

const source = `package p

func TestPlain(t *testing.T) { one(t) }

func TestRace(t *testing.T) {
	var all sync.WaitGroup
}

func TestByHelper(t *testing.T) { e.crowd(t, 3) }

func TestByHelperOfAHelper(t *testing.T) { both(t) }

func TestAgainst(t *testing.T) { faulttest.Races(2, f) }

func TestEnds(t *testing.T) { go serve() }

func (e *env) crowd(t *testing.T, n int) {
	go func() {}()
}

func both(t *testing.T) { e.crowd(t, 2) }

func one(t *testing.T) {} // let it go on
`;

test('tests that start goroutines are found, by themselves or through functions of their package', () => {
  const found = startersIn([source]).filter((name) => name.startsWith('Test'));
  assert.deepEqual(found.sort(), ['TestAgainst', 'TestByHelper', 'TestByHelperOfAHelper', 'TestEnds', 'TestRace']);
});

test('a package without goroutines has none', () => {
  assert.deepEqual(startersIn(['package p\n\nfunc TestPlain(t *testing.T) {}\n']), []);
});

test('the races of this program are found', () => {
  const found = racingTests([
    'kaiin/server/money/purchase',
    'kaiin/server/identity/login',
    'kaiin/server/leaving/withdrawal',
  ]);
  for (const name of ['TestLastUnit', 'TestLoginCodeAtOnce', 'TestPurchaseAgainstWithdrawal'])
    assert.ok(found.includes(name));
  for (const name of ['TestPurchase', 'TestLogin', 'TestMain']) assert.ok(!found.includes(name));
});
