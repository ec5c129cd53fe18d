import { chains, createProviderPool } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createRandom } from '@outrigger/devnet/random'
import { createPublicClient, type Hex, http, numberToHex, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { callNode, mineRandomBlocks, setContracts } from './fixtures/randomBlocks.ts'
import { getBlock } from './getBlock.ts'
import { getBlockTransactions } from './getBlockTransactions.ts'
import { getLogs } from './getLogs.ts'
import { getTransaction } from './getTransaction.ts'
import { getBlockTraces, getDebugTrace, getTransactionTrace } from './traces/getTransactionTrace.ts'

/** Set `OUTRIGGER_BLOCKS=1000` for the full run. */
const blocks = Number(process.env['OUTRIGGER_BLOCKS'] ?? 100)

it(`${blocks} blocks, their transactions and receipts are as viem formats them, and traces as the node gives them`, async () => {
  await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  await setContracts(anvil.rpcUrl)
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [{ url: anvil.rpcUrl, name: 'local' }] })
  const client = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) }) as PublicClient
  const ask = async (method: string, ...params: unknown[]) => (await callNode(anvil.rpcUrl, [[method, params]]))[0]
  const types = new Set<string>()
  const random = createRandom(5)
  for (let number = 0n; number <= BigInt(blocks); number += 1n) {
    // anvil traces only the last blocks.
    if (number > 0n) await mineRandomBlocks(anvil.rpcUrl, { blocks: 1, random })
    const expected = await client.getBlock({ blockNumber: number })
    const { block, asOf } = await getBlock(pool, { block: number })
    expect(block).toEqual(expected)
    expect((await getBlock(pool, { block: expected.hash })).block).toEqual(expected)
    expect(asOf).toMatchObject({ block: number, hash: expected.hash })
    const { transactions, total } = await getBlockTransactions(pool, { block: number })
    expect(total).toBe(expected.transactions.length)
    expect(transactions.map(({ transaction }) => transaction.hash)).toEqual(expected.transactions)
    for (const found of transactions) {
      const { hash } = found.transaction
      expect(found.transaction).toEqual(await client.getTransaction({ hash }))
      expect(found.receipt).toEqual(await client.getTransactionReceipt({ hash }))
      expect(await getTransaction(pool, { hash })).toEqual({
        ...found,
        asOf: expect.objectContaining({ block: number }),
      })
      types.add(found.transaction.type)
    }
    if (number === 0n) continue
    expect(await getBlockTraces(pool, { block: number })).toEqual(await ask('trace_block', numberToHex(number)))
    const [hash] = expected.transactions as Hex[]
    if (hash === undefined) continue
    expect(await getTransactionTrace(pool, { hash })).toEqual(await ask('trace_transaction', hash))
    const options = { tracer: 'callTracer' }
    expect(await getDebugTrace(pool, { hash, options })).toEqual(await ask('debug_traceTransaction', hash, options))
  }
  const range = { fromBlock: 0n, toBlock: BigInt(blocks) }
  expect((await getLogs(pool, range)).logs).toEqual(await client.getLogs(range))
  expect([...types].sort()).toEqual(['eip1559', 'eip2930', 'legacy'])
}, 600_000)
