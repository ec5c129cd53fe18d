import { chains, createFamilyPool, createMemoryStore } from '@outrigger/core'
import { isLitecoindInstalled, startLitecoind } from '@outrigger/devnet/litecoin'
import { leaveOut } from '@outrigger/devnet/recorded'
import { beforeEach, expect, it } from 'vitest'
import { createChainCounters } from './chainCounters.ts'

beforeEach((test) => {
  if (!isLitecoindInstalled()) leaveOut(test, 'litecoind is not installed: sh scripts/debian.sh')
})

it('counts payments of a UTXO chain, without coinbases and change, and takes out what is invalidated', async () => {
  await using node = await startLitecoind()
  await using pool = createFamilyPool({ chain: chains.litecoin, endpoints: [node.url] })
  const miner = await node.rpc<string>('getnewaddress')
  await node.rpc('generatetoaddress', 105, miner)
  const somebody = await node.rpc<string>('getnewaddress')
  for (const amount of [1, 2.5]) await node.rpc('sendtoaddress', somebody, amount)
  await node.rpc('generatetoaddress', 1, miner)
  await using counters = createChainCounters({ pool, store: createMemoryStore() })
  const read = async () => {
    expect(await counters.backfill({ fromTime: 0 })).toMatchObject({ stopped: null })
    const { bars, coverage } = await counters.bars({
      fromTime: 0,
      toTime: 2 ** 33,
      interval: '1M',
      withAddresses: true,
    })
    const sum = (of: (bar: (typeof bars)[number]) => bigint | number) =>
      bars.reduce((all, bar) => all + BigInt(of(bar)), 0n)
    return {
      ...{ blocks: coverage.blocks, transactions: sum(({ transactions }) => transactions) },
      ...{ volume: sum(({ volume }) => volume), addresses: bars.at(-1)?.activeAddresses ?? 0 },
    }
  }
  const before = await read()
  // The genesis block of 2011 is older than the ten years that are kept. Change to a new address counts as a payment.
  expect(before).toMatchObject({ blocks: 106, transactions: 2n })
  expect(before.volume).toBeGreaterThan(3_50000000n)
  expect(before.addresses).toBeGreaterThanOrEqual(4)
  await node.rpc('invalidateblock', await node.rpc('getbestblockhash'))
  await node.rpc('generateblock', miner, [])
  await node.rpc('generateblock', miner, [])
  await expect.poll(async () => (await read()).blocks, { timeout: 10_000 }).toBe(107)
  expect(await read()).toMatchObject({ transactions: 0n, volume: 0n })
}, 60_000)
