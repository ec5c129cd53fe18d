import { setImmediate } from 'node:timers/promises'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import type { Terms } from '../detect/context.ts'
import { toAddress, toPair } from '../fixtures/pools.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { createLull } from './lull.ts'
import { createStateFindings } from './stateFindings.ts'

const [weth, token] = [toAddress(1), toAddress(2)]
const deep = 10n ** 21n
/** The price in the last pool differs, so a cycle through it and any other pool pays. */
const pools = Array.from({ length: 20 }, (_, index) => toPair(index + 1, [weth, token], [deep, deep * 3n]))
pools.push(toPair(99, [weth, token], [deep, deep * 2n]))
const ids = pools.map(({ id }) => id)
const terms: Terms = {
  native: weth,
  graph: createPoolGraph(pools),
  minProfit: 1n,
  nextBaseFeePerGas: 1n,
  taxes: new Map(),
  isKnownToken: () => true,
  isKnownPool: () => true,
  cost: { gasPrice: 1n, builderBidBps: 0 },
}

function start() {
  const looks: (readonly Hex[])[] = []
  const found = new Set<string>()
  const lifetime = new AbortController()
  const state = createStateFindings({
    lull: createLull(),
    signal: lifetime.signal,
    toSnapshot: () => toPoolSnapshot(pools, 1n),
    toTerms: () => terms,
    onFindings(findings, looked) {
      looks.push(looked)
      for (const { type } of findings) found.add(type)
    },
  })
  return { state, looks, found, stop: () => lifetime.abort() }
}

it('looks at every pool, a few in each turn of the event loop, the first before it returns', async () => {
  const { state, looks, found } = start()
  state.look(ids)
  expect(looks).toEqual([ids.slice(0, 4)])
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(looks.flat()).toEqual(ids)
  expect(Math.max(...looks.map(({ length }) => length))).toBe(4)
  expect([...found]).toEqual(['arbitrage'])
})

it('looks at what a newer block has touched first, and at nothing twice', async () => {
  const { state, looks } = start()
  state.look(ids.slice(0, 12))
  const newer = [...ids.slice(12), ...ids.slice(8, 10)]
  state.look(newer)
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(looks.flat()).toEqual([...ids.slice(0, 4), ...newer, ...ids.slice(4, 8), ...ids.slice(10, 12)])
})

it('ends with its signal', async () => {
  const { state, looks, stop } = start()
  state.look(ids)
  stop()
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(looks.length).toBe(1)
})
