import { type Address, toHex } from 'viem'
import { expect, it } from 'vitest'
import { deploymentTopics } from './listedPools.ts'
import type { ListResult, PoolList } from './listTypes.ts'
import { createPoolLists, type PoolLists } from './poolLists.ts'

const toId = (index: number): Address => toHex(index, { size: 20 })
const list: PoolList = { kind: 'stableswap', coins: 4, dex: 'curve', chain: 'ethereum', factory: toId(1) }
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

/** Answers all open queries at a block like a factory with these pools. */
function answerAll(lists: PoolLists, blockNumber: bigint, pools: readonly Address[], tokens = [ether, toId(9)]) {
  const all = { found: [] as string[], gone: [] as string[], queries: 0 }
  for (let open = lists.select(3); open.length > 0; open = lists.select(3)) {
    const results = open.map((query): ListResult => {
      if (query.type === 'count') return { ...query, count: pools.length }
      if (query.type === 'entry') return { ...query, pool: pools[query.index] ?? null }
      if (query.type === 'coins') return { ...query, coins: { tokens, hasMovingRates: false } }
      return { ...query, exists: true }
    })
    all.queries += results.length
    const { found, gone } = lists.applyResults(blockNumber, results)
    all.found.push(...found.map(({ id, tokens: named }) => `${id} ${named.join()}`))
    all.gone.push(...gone)
  }
  return all
}

it('lists existing pools once and then only new ones, with the wrapped token for the native currency', () => {
  const lists = createPoolLists([list], [], true)
  const first = answerAll(lists, 5n, [toId(11), toId(12)])
  expect(first).toEqual({ found: [11, 12].map((id) => `${toId(id)} ${weth},${toId(9)}`), gone: [], queries: 5 })
  expect(lists.isWhole).toBe(true)
  lists.note(6n, [{ address: toId(2), topics: [deploymentTopics[0] ?? '0x'], data: '0x' }])
  expect(lists.waiting).toBe(0)
  lists.note(6n, [{ address: toId(1), topics: [deploymentTopics[0] ?? '0x'], data: '0x' }])
  expect(answerAll(lists, 6n, [11, 12, 13].map(toId))).toMatchObject({
    found: [expect.stringContaining(toId(13))],
    queries: 3,
  })
  lists.note(106n, [])
  expect(answerAll(lists, 106n, [11, 12, 13].map(toId))).toEqual({ found: [], gone: [], queries: 1 })
})

it('reports pools that a reorg removed or changed', () => {
  const lists = createPoolLists([list], [], true)
  answerAll(lists, 5n, [toId(11)])
  lists.note(7n, [{ address: toId(1), topics: [deploymentTopics[0] ?? '0x'], data: '0x' }])
  answerAll(lists, 7n, [11, 12, 13].map(toId))
  lists.undo(7n)
  const again = answerAll(lists, 7n, [11, 12].map(toId), [toId(8), toId(9)])
  expect(again.gone.sort()).toEqual([toId(12), toId(13)])
  expect(again.found).toEqual([`${toId(12)} ${toId(8)},${toId(9)}`])
})

it('lists only later pools if history is not searched', () => {
  const lists = createPoolLists([list], [], false)
  expect(answerAll(lists, 5n, [11, 12].map(toId))).toEqual({ found: [], gone: [], queries: 1 })
  lists.note(6n, [{ address: toId(1), topics: [deploymentTopics[1] ?? '0x'], data: '0x' }])
  expect(answerAll(lists, 6n, [11, 12, 13].map(toId)).found).toHaveLength(1)
})
