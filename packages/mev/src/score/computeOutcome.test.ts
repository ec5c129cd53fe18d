import { swapPool } from '@outrigger/defi/internal'
import { encodeAbiParameters, type Hex, parseAbiParameters, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { computeNetProfit, computeSwapGas } from '../cost.ts'
import type { Finding } from '../finding.ts'
import { toAddress, toPair } from '../fixtures/pools.ts'
import { playLegs, toLegs } from '../sizing/playSwap.ts'
import { noTaxes } from '../sizing/tokenTaxes.ts'
import type { PendingTransaction } from '../view/applyTransaction.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { computeOutcome } from './computeOutcome.ts'
import type { MinedLog } from './minedPools.ts'

const [native, token] = [toAddress(1), toAddress(2)]
const unit = 10n ** 18n
const cheap = toPair(1, [native, token], [1_000n * unit, 2_100_000n * unit])
const dear = toPair(2, [native, token], [1_000n * unit, 2_000_000n * unit])
const hops = [
  { pool: cheap.id, tokenIn: native, tokenOut: token },
  { pool: dear.id, tokenIn: token, tokenOut: native },
]
const hash: Hex = `0x${'ab'.repeat(32)}`
const cost = { gasPrice: 10n ** 9n, builderBidBps: 0 }
const terms = { native, cost, taxes: noTaxes }
const parent = toPoolSnapshot([cheap, dear], 7n)
const amountIn = 10n * unit

/** Returns the log in which the block reports new reserves for the dear pair. */
const toSync = (transactionHash: Hex, reserves: readonly [bigint, bigint]): MinedLog => ({
  address: dear.address,
  transactionHash,
  topics: [toEventSelector('Sync(uint112,uint112)')],
  data: encodeAbiParameters(parseAbiParameters('uint112, uint112'), reserves),
})
const entry = {
  transaction: { hash },
  classification: { actions: [], undecoded: [], unknownDelegates: [] },
  firstSeenMs: 0,
} as unknown as PendingTransaction

const toFinding = (position: 'alone' | 'after', estimatedProfit: bigint): Finding => ({
  type: 'arbitrage',
  id: 'one',
  blockNumber: 7n,
  estimatedProfit,
  confidence: 0.9,
  basis: 'computed',
  transactions: position === 'alone' ? [] : [hash],
  inputs: {} as Finding['inputs'],
  swaps: [{ position, hops, amountIn, amountOut: 0n }],
  details: { dexBuy: '', dexSell: '', token, spreadPercent: 0 },
})

function earn(pools: typeof parent, usedBefore: readonly 'pair'[]): bigint {
  const legs = toLegs(hops, pools) ?? []
  const gross = (playLegs(legs, amountIn, noTaxes, 'held')?.amountOut ?? 0n) - amountIn
  return computeNetProfit(gross, computeSwapGas(['pair', 'pair'], usedBefore), cost)
}

describe('computeOutcome', () => {
  const mined = (logs: readonly MinedLog[]) => ({ parent, timestamp: 0n, logs })

  it('plays what rests on the state alone on the parent', () => {
    const profit = earn(parent, [])
    const input = { ...terms, mined: mined([]), transactions: [] }
    expect(computeOutcome(toFinding('alone', profit), input)).toEqual({ kind: 'held', profit })
    expect(computeOutcome(toFinding('alone', (profit * 12n) / 10n), input)).toEqual({
      kind: 'failed',
      profit,
      why: 'lessProfit',
    })
  })

  it('takes the pools just after the transaction: logs before it count, later ones do not', () => {
    const bought = swapPool(dear, native, token, 20n * unit)?.next
    if (bought?.kind !== 'pair') throw new TypeError('There is no pool after the swap.')
    const later = toSync(`0x${'cd'.repeat(32)}`, [5n * unit, 9_000_000n * unit])
    const own = toSync(hash, [bought.reserve0, bought.reserve1])
    const profit = earn(toPoolSnapshot([cheap, bought], 7n), ['pair'])
    const outcomeOf = (logs: readonly MinedLog[]) =>
      computeOutcome(toFinding('after', profit), { ...terms, mined: mined(logs), transactions: [entry] })
    expect(outcomeOf([own, later])).toEqual({ kind: 'held', profit })
    expect(outcomeOf([later, own])).toEqual({ kind: 'held', profit })
    expect(outcomeOf([later])).toEqual({ kind: 'failed', profit: 0n, why: 'otherSwaps' })
  })

  it('does not count what is not known, or leaves nothing in the pools', () => {
    const finding = toFinding('alone', unit)
    const empty = { parent: toPoolSnapshot([], 7n), timestamp: 0n, logs: [] }
    const input = { ...terms, mined: empty, transactions: [] }
    expect(computeOutcome(finding, input)).toEqual({ kind: 'void', why: 'unknownPools' })
    expect(computeOutcome({ ...finding, swaps: [] }, input)).toEqual({ kind: 'void', why: 'undecidable' })
  })
})
