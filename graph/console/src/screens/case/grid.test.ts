import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Demand, Target } from './grid.ts'
import { amiss, cellAt, gridOf, onTheLoan, reasonsOf, worstFirst } from './grid.ts'

type Verdict = Target['verdict']

const finding = (message: string) =>
  ({
    code: 'no_policy',
    outcome: 'fail',
    policyId: null,
    policyVersionId: null,
    required: null,
    found: null,
    message,
    waiverId: null,
    peril: null,
  }) as const
const target = (asset: string | null, verdict: Verdict, ...messages: string[]): Target => ({
  assetId: asset,
  asset: asset === null ? null : { id: asset, displayName: `Asset ${asset}` },
  verdict,
  lenderPlaced: false,
  requiredLimit: null,
  foundLimit: null,
  shortfall: null,
  findings: messages.map(finding),
})
const demand = (name: string, verdict: Verdict, ...targets: Target[]): Demand => ({ coverageType: { id: name, name }, verdict, targets })

test('a row for each coverage type, a column for each asset, the loan first', () => {
  const grid = gridOf([
    demand('building', 'deficient', target('a', 'compliant'), target('b', 'deficient', 'B is not insured.')),
    demand('liability', 'compliant', target(null, 'compliant')),
    demand('contents', 'notApplicable'),
  ])
  assert.deepEqual(
    grid.columns.map((c) => c.key),
    [onTheLoan, 'a', 'b'],
  )
  assert.deepEqual(
    grid.rows.map((r) => r.cells.map((c) => c?.verdict)),
    [
      [undefined, 'compliant', 'deficient'],
      ['compliant', undefined, undefined],
      [undefined, undefined, undefined],
    ],
  )
  assert.equal(cellAt(grid, 'building', 'b')?.targets[0]?.findings[0]?.message, 'B is not insured.')
  assert.equal(cellAt(grid, 'liability', 'b'), undefined)
})

test('a type that is demanded twice has one row, and a cell is as good as its worst', () => {
  const grid = gridOf([
    demand('building', 'compliant', target('a', 'compliant')),
    demand('building', 'unknown', target('a', 'unknown', 'The rating is not known.'), target('b', 'waived')),
  ])
  assert.equal(grid.rows.length, 1)
  assert.equal(grid.rows[0]?.verdict, 'unknown')
  assert.deepEqual(
    grid.rows[0]?.cells.map((c) => [c?.verdict, c?.targets.length]),
    [
      ['unknown', 2],
      ['waived', 1],
    ],
  )
})

test('what is amiss leaves out rows and columns that are as demanded', () => {
  const grid = amiss(
    gridOf([
      demand('building', 'deficient', target('a', 'compliant'), target('b', 'deficient')),
      demand('flood', 'compliant', target('a', 'compliant'), target('b', 'compliant')),
    ]),
  )
  assert.deepEqual([grid.columns.map((c) => c.key), grid.rows.map((r) => r.key)], [['b'], ['building']])
  assert.deepEqual(
    grid.rows[0]?.cells.map((c) => c?.asset),
    ['b'],
  )
})

test('the gravest reasons come first, each sentence once', () => {
  const grid = gridOf([
    demand('building', 'unknown', target('a', 'unknown', 'The form is not known.')),
    demand('flood', 'deficient', target('a', 'deficient', 'No flood cover.'), target('b', 'deficient', 'No flood cover.', 'Too low.')),
  ])
  assert.deepEqual(
    reasonsOf(grid).map((r) => r.message),
    ['No flood cover.', 'Too low.', 'The form is not known.'],
  )
  assert.equal(reasonsOf(grid)[1]?.cell.asset, 'b')
})

test('a phone has what is deficient first, no empty place, and much that is in compliance folded', () => {
  const fine = ['d', 'e', 'f'].map((asset) => target(asset, 'compliant'))
  const grid = gridOf([
    demand('liability', 'compliant', target(null, 'compliant')),
    demand('building', 'deficient', ...fine, target('b', 'deficient', 'B is not insured.'), target('c', 'unknown')),
    demand('contents', 'notApplicable'),
  ])
  assert.deepEqual(
    worstFirst(grid).map(({ name, open, folded }) => [name, open.map((c) => c.asset), folded.map((c) => c.asset)]),
    [
      ['building', ['b', 'c'], ['d', 'e', 'f']],
      ['liability', [onTheLoan], []],
    ],
  )
})
