import type { Opportunity } from '@outrigger/defi'
import { describe, expect, it } from 'vitest'
import { toContext } from '../detector/evaluate.ts'
import { toAddress } from '../fixtures/pools.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import { noTaxes } from '../sizing/tokenTaxes.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView } from '../view/poolView.ts'
import type { CopiedCall, LiquidationInput, Terms } from './context.ts'
import { explainNotCopyable } from './frontrun/frontrun.ts'
import { liquidation } from './liquidation/liquidation.ts'
import { detectors } from './registry.ts'

const terms: Terms = {
  native: toAddress(1),
  graph: createPoolGraph(),
  taxes: noTaxes,
  minProfit: 10n ** 14n,
  nextBaseFeePerGas: 0n,
  isKnownToken: () => true,
  isKnownPool: () => true,
  cost: { gasPrice: 10n ** 9n, builderBidBps: 2_000 },
}
const context = toContext(terms, { before: createPoolView(toPoolSnapshot([], 5n)) })

describe('detectors', () => {
  it('exist once per type and find nothing in an empty context', () => {
    expect(detectors.map(({ type }) => type).sort()).toEqual([
      'arbitrage',
      'backrun',
      'frontrun',
      'liquidation',
      'sandwich',
    ])
    for (const { detect } of detectors) expect(detect(context)).toEqual([])
  })
})

describe('liquidation', () => {
  const opportunity = {
    protocol: 'aave_v3',
    borrower: toAddress(9),
    collateralToReceive: { token: toAddress(2) },
    debtToRepay: { token: toAddress(3) },
    liquidationBonusPercent: 5,
    gas: 500_000n,
    pendingUpdate: null,
    proven: null,
    blockNumber: 5n,
    route: null,
  } as unknown as Opportunity
  const input: LiquidationInput = { opportunity, grossProfit: 10n ** 17n, pendingCall: null, isQueued: false }
  const find = (more: Partial<LiquidationInput> = {}, terms: Partial<Opportunity> = {}) =>
    liquidation.detect({
      ...context,
      liquidations: [{ ...input, ...more, opportunity: { ...opportunity, ...terms } }],
    })

  it('estimates the profit after gas and the bid', () => {
    expect(find()).toMatchObject([
      {
        estimatedProfit: ((10n ** 17n - 500_000n * 10n ** 9n) * 8_000n) / 10_000n,
        basis: 'computed',
        transactions: [],
        blockNumber: 5n,
        details: { protocol: 'aave_v3', collateral: toAddress(2), debt: toAddress(3), bonusPercent: 5 },
      },
    ])
  })

  it('depends on its pending price update, and is simulated if it was proven', () => {
    expect(find({}, { pendingUpdate: '0x12', proven: true })).toMatchObject([
      { transactions: ['0x12'], basis: 'simulated' },
    ])
  })

  it('is sent before a rival’s pending call and does not depend on it', () => {
    const [own, before] = [find()[0], find({ pendingCall: '0x34' })[0]]
    expect(before).toMatchObject({ transactions: ['0x34'], inputs: { restsOnPending: false } })
    expect(before?.id).not.toBe(own?.id)
    expect(find({ pendingCall: '0x34' }, { pendingUpdate: '0x12' })).toMatchObject([{ transactions: ['0x12', '0x34'] }])
  })

  it('is dropped if it was disproven, has no known value or does not pay its gas', () => {
    expect(find({}, { proven: false })).toEqual([])
    for (const grossProfit of [null, 1n, 6n * 10n ** 14n]) expect(find({ grossProfit })).toEqual([])
  })
})

describe('explainNotCopyable', () => {
  const copied: CopiedCall = {
    transaction: '0x1',
    target: toAddress(1),
    selector: '0x12345678',
    blockNumber: 1n,
    succeeds: true,
    gain: 1n,
    gasUsed: 1n,
    paidToOthers: false,
  }
  it.each([
    [{}, null],
    [{ succeeds: false }, 'The call reverts for another sender.'],
    [{ gain: null }, 'Another sender receives tokens without a known value.'],
    [{ gain: 0n }, 'Another sender receives nothing.'],
    [{ gain: 0n, paidToOthers: true }, 'The call pays a fixed account, independent of the sender.'],
  ])('%o: %s', (more, reason) => {
    expect(explainNotCopyable({ ...copied, ...more })).toBe(reason)
  })
})
