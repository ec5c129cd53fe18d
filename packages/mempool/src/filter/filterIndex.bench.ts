import fc from 'fast-check'
import type { MempoolFilter, MempoolTransaction } from '../watcherTypes.ts'
import { compileConditions } from './compileFilter.ts'
import { FilterFacts } from './facts.ts'
import { createFilterIndex } from './filterIndex.ts'
import { arbitraryEntry } from './fixtures/arbitraries.ts'

const count = 10_000
const rounds = 5

/** Benchmark: compares one index of 10,000 different filters with evaluating each filter. */
export const suite = { name: 'filters', run }

const toAddress = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as const
const wei = (milliEther: number) => BigInt(milliEther) * 10n ** 15n

/** Typical filters of bots: one contract or account, one token, swaps above a size, or high fees. */
const kinds: readonly ((n: number) => MempoolFilter)[] = [
  (n) => ({ addresses: [toAddress(n)] }),
  (n) => ({ addresses: [toAddress(n), toAddress(n + 1)], minValue: wei(n % 1000) }),
  (n) => ({ types: ['swap'], minValue: wei(100 + n) }),
  (n) => ({ types: ['swap'], dexes: [n % 2 ? 'uniswap_v2' : 'uniswap_v3'], minValue: wei(50 + n) }),
  (n) => ({ tokens: [toAddress(1_000_000 + n)] }),
  (n) => ({ types: ['liquidation', 'flashloan'], minGasPrice: BigInt(n) * 10n ** 7n }),
  (n) => ({ minValue: wei(1000 + n) }),
  (n) => ({ minGasPrice: BigInt(20_000 + n) * 10n ** 7n, maxGasPrice: BigInt(21_000 + n) * 10n ** 7n }),
]

async function run() {
  const filters = Array.from({ length: count }, (_, n) => kinds[n % kinds.length]?.(n) ?? {})
  const random = fc.sample(fc.tuple(fc.nat(20_000), fc.nat(20_000), fc.nat(3000), fc.nat(60)), {
    numRuns: 500,
    seed: 1,
  })
  const entries = fc.sample(arbitraryEntry, { numRuns: random.length, seed: 1 }).map((entry, n): MempoolTransaction => {
    const [from, to, value, gwei] = random[n] ?? [0, 0, 0, 0]
    const transaction = {
      ...entry.transaction,
      from: toAddress(from),
      to: toAddress(to),
      value: n % 2 ? 0n : wei(value),
      maxFeePerGas: BigInt(gwei) * 10n ** 9n,
    }
    return { ...entry, transaction, movedValue: { wei: transaction.value, isComplete: true }, mev: null }
  })

  const index = createFilterIndex<number>()
  for (const [id, filter] of filters.entries()) index.add(filter, id)
  const predicates = filters.map(compileConditions)
  const ways = {
    one: (entry: MempoolTransaction) => index.match(entry).length,
    // A fair comparison: the facts are also computed once for all filters.
    each: (entry: MempoolTransaction) => {
      const facts = new FilterFacts(entry, {})
      return predicates.reduce((sum, holds) => sum + Number(holds(facts)), 0)
    },
  }
  const times = { one: [] as number[], each: [] as number[] }
  let found = { one: 0, each: 0 }
  for (let round = -1; round < rounds; round += 1) {
    found = { one: 0, each: 0 }
    for (const way of ['one', 'each'] as const) {
      const startedAt = performance.now()
      for (const entry of entries) found[way] += ways[way](entry)
      if (round >= 0) times[way].push(((performance.now() - startedAt) * 1000) / entries.length)
    }
  }
  if (found.one !== found.each) throw new RangeError(`The index found ${found.one}, asking each ${found.each}.`)
  const [one, each] = [Math.min(...times.one), Math.min(...times.each)]
  return [
    { name: `${count} filters, one transaction: passed by`, value: found.one / entries.length, unit: 'filters' },
    { name: `${count} filters, one transaction: asking each`, value: each, unit: 'µs' },
    { name: `${count} filters, one transaction: as an index`, value: one, unit: 'µs' },
    { name: 'asking each ÷ as an index', value: each / one, unit: 'x', bar: { atLeast: 10 } },
  ]
}
