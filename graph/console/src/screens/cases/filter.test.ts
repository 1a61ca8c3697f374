import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chips, filter, hidden, isByLikeness, searched, sort, toggled, unfiltered } from './filter.ts'

const address = (text: string) => new URLSearchParams(text)

test('an address becomes a filter, and its chips', () => {
  const a = address(
    'verdict=deficient,unknown&status=OPEN&statusWithoutHold=OPEN&code=expired&coverageType=flood&hasRiskProfile=false&lenderPlaced=true&q=%20elm%20&sort=loanAmountDesc',
  )
  assert.deepEqual(filter(a), {
    verdict: ['deficient', 'unknown'],
    status: ['OPEN'],
    statusWithoutHold: ['OPEN'],
    code: ['expired'],
    coverageType: ['flood'],
    hasRiskProfile: false,
    lenderPlaced: true,
    q: 'elm',
  })
  assert.deepEqual(
    chips(a).map(({ member, value }) => `${member}=${value}`),
    ['verdict=deficient', 'verdict=unknown', 'status=OPEN', 'statusWithoutHold=OPEN', 'code=expired', 'coverageType=flood', 'hasRiskProfile=false', 'lenderPlaced=true'],
  )
  assert.equal(sort(a), 'loanAmountDesc')
})

test('an empty address is no filter', () => {
  for (const text of ['', 'verdict=&q=&hasRiskProfile=&sort=', 'verdict=,&q=%20%20']) {
    assert.deepEqual(filter(address(text)), {}, text)
    assert.deepEqual(chips(address(text)), [], text)
    assert.equal(sort(address(text)), undefined, text)
  }
})

test('what the page does not know is asked for, so that the server says so', () => {
  assert.deepEqual(filter(address('verdict=fine&hasRiskProfile=maybe')), { verdict: ['fine'], hasRiskProfile: 'maybe' })
})

test('only a search without an order is by likeness', () => {
  assert.equal(isByLikeness(address('q=elm')), true)
  assert.equal(isByLikeness(address('q=elm&sort=loanNumber')), false)
  assert.equal(isByLikeness(address('q=%20')), false)
  assert.equal(isByLikeness(address('')), false)
})

test('a filter is added and taken out', () => {
  assert.deepEqual(toggled(address('verdict=waived'), { member: 'verdict', value: 'deficient' }), { verdict: 'waived,deficient' })
  assert.deepEqual(toggled(address('verdict=waived,deficient'), { member: 'verdict', value: 'waived' }), { verdict: 'deficient' })
  assert.deepEqual(toggled(address('verdict=waived'), { member: 'verdict', value: 'waived' }), { verdict: null })
  assert.deepEqual(toggled(address('hasRiskProfile=true'), { member: 'hasRiskProfile', value: 'true' }), { hasRiskProfile: null })
  assert.deepEqual(toggled(address('lenderPlaced=true'), { member: 'lenderPlaced', value: 'true' }), { lenderPlaced: null })
  assert.deepEqual(toggled(address('hasRiskProfile=true'), { member: 'hasRiskProfile', value: 'false' }), { hasRiskProfile: 'false' })
})

test('beginning a search drops the order, going on keeps it', () => {
  assert.deepEqual(searched(address('sort=loanNumber'), 'e'), { q: 'e', sort: null })
  assert.deepEqual(searched(address('q=el&sort=loanNumber'), 'elm'), { q: 'elm' })
  assert.deepEqual(searched(address('q=e&sort=loanNumber'), ''), { q: null })
})

test('a search says how many cases the filters hide', () => {
  assert.deepEqual(unfiltered(address('q=elm&verdict=waived&hasRiskProfile=true&sort=loanNumber')), { verdict: null, hasRiskProfile: null })
  const of = (total: number, ...ids: string[]) => ({ total, ids })
  assert.equal(hidden(of(1, 'a'), of(0)), 1)
  assert.equal(hidden(of(2, 'a', 'b'), of(2, 'b', 'a')), 0)
  assert.equal(hidden(of(40, 'a', 'b'), of(30, 'b')), 10)
  assert.equal(hidden(of(1, 'exact'), of(2, 'alike', 'alike too')), 1, 'alike is shown, and what contains it is hidden')
})
