import { chains, createFamilyPool, createMemoryStore } from '@outrigger/core'
import { isLitecoindInstalled, type Litecoind, startLitecoind } from '@outrigger/devnet/litecoin'
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
      withFirstSeen: true,
    })
    const sum = (of: (bar: (typeof bars)[number]) => bigint | number) =>
      bars.reduce((all, bar) => all + BigInt(of(bar)), 0n)
    return {
      blocks: coverage.blocks,
      transactions: sum(({ transactions }) => transactions),
      volume: sum(({ volume }) => volume),
      addresses: bars.at(-1)?.activeAddresses ?? 0,
      firstSeen: sum(({ newWallets }) => newWallets ?? Number.NaN),
    }
  }
  const before = await read()
  // Change to a new address counts as a payment.
  expect(before).toMatchObject({ blocks: 107, transactions: 2n })
  expect(before.volume).toBeGreaterThan(3_50000000n)
  expect(before.addresses).toBeGreaterThanOrEqual(4)
  expect(Number(before.firstSeen)).toBe((await listAddresses(node)).size)
  await node.rpc('invalidateblock', await node.rpc('getbestblockhash'))
  await node.rpc('generateblock', miner, [])
  await node.rpc('generateblock', miner, [])
  await expect.poll(async () => (await read()).blocks, { timeout: 10_000 }).toBe(108)
  expect(await read()).toMatchObject({ transactions: 0n, volume: 0n })
  expect(Number((await read()).firstSeen)).toBe((await listAddresses(node)).size)
}, 60_000)

it('does not know what is new where a block of the chain is not counted', async () => {
  await using node = await startLitecoind()
  await using pool = createFamilyPool({ chain: chains.litecoin, endpoints: [node.url] })
  await node.rpc('generatetoaddress', 30, await node.rpc('getnewaddress'))
  await using counters = createChainCounters({ pool, store: createMemoryStore() })
  const question = { fromTime: 0, toTime: 2 ** 33, interval: '1d', withFirstSeen: true } as const
  await counters.backfill({ fromTime: 0, maxBlocks: 20 })
  const part = await counters.bars(question)
  expect(part.bars.map(({ newWallets }) => newWallets)).toEqual([null])
  await counters.backfill({ fromTime: 0 })
  const whole = await counters.bars(question)
  expect(whole.bars.reduce((sum, { newWallets }) => sum + (newWallets ?? Number.NaN), 0)).toBe(
    (await listAddresses(node)).size,
  )
}, 60_000)

type Output = { readonly scriptPubKey: { readonly addresses?: readonly string[]; readonly address?: string } }

/**
 * Returns every address that is paid on the chain, from its raw blocks. Spending addresses are included, because they were paid
 * before.
 */
async function listAddresses({ rpc }: Litecoind): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const height = await rpc<number>('getblockcount')
  for (let number = 0; number <= height; number += 1) {
    const block = await rpc<{ readonly tx: readonly { readonly vout: readonly Output[] }[] }>(
      ...(['getblock', await rpc('getblockhash', number), 2] as const),
    )
    for (const { scriptPubKey } of block.tx.flatMap(({ vout }) => vout)) {
      const { address, addresses = [] } = scriptPubKey
      const [only] = address === undefined ? addresses : [address]
      // A bare public key, as in the first block, has no address.
      if (only !== undefined && (scriptPubKey as { readonly type?: string }).type !== 'pubkey') found.add(only)
    }
  }
  return found
}
