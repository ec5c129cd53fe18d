import { chains, createProviderPool, RpcAnswerError } from '@outrigger/core'
import { createReplayNode } from '@outrigger/devnet/replay'
import { type Chain, createPublicClient, type Hex, http, type PublicClient } from 'viem'
import { describe, expect, it } from 'vitest'
import { toMeaning, toQuestion } from './fixtures/exchangeQuestions.ts'
import { readRecordedBlocks } from './fixtures/recordedBlocks.ts'
import { createRecordedChain, type Exchange, readExchanges, toAnswer } from './fixtures/recordedChain.ts'

const exchanges = readExchanges()
const chainId = Number(exchanges.find(({ request }) => request.method === 'eth_chainId')?.response.result)
const viemChain = { ...(chains.ethereum.viemChain as Chain), id: chainId }
const chain = { ...chains.ethereum, chainId, viemChain }
const createPool = (url: string) =>
  createProviderPool({ chain, endpoints: [{ url, name: 'recorded', maxBatch: 1 }], cache: false, probeIntervalMs: 0 })

describe('the pool before a recorded node', () => {
  it('gives every one of the 236 results as it is, and every error with its code, words and data', async () => {
    expect(exchanges).toHaveLength(236)
    const key = (method: string, params: unknown = []) => JSON.stringify([method, params])
    const answers = new Map<string, unknown>()
    const play = (exchange: Exchange) =>
      answers.set(key(exchange.request.method, exchange.request.params), toAnswer(exchange))
    // Requests that the pool itself sends.
    exchanges.filter(({ request }) => /^eth_(?:chainId|blockNumber)$/.test(request.method)).forEach(play)
    await using node = await createReplayNode({ rpc: (method, params) => answers.get(key(method, params)) })
    await using pool = createPool(node.url)
    for (const exchange of exchanges) {
      const { method, params = [] } = exchange.request
      play(exchange)
      const got = await pool.send({ method, params }, { fresh: true }).then(
        ({ result }) => ({ result }),
        (error: unknown) => {
          if (!(error instanceof RpcAnswerError)) return { error: String(error) }
          return { error: JSON.parse(error.text) as unknown }
        },
      )
      const { jsonrpc: _, id: __, ...expected } = exchange.response as Record<string, unknown>
      expect(got, exchange.name).toEqual(expected)
    }
  }, 60_000)
})

describe('the recorded chain', () => {
  it('is a chain of blocks, and those that were recorded are what its bytes say', () => {
    const blocks = readRecordedBlocks()
    expect(blocks).toHaveLength(54)
    blocks.slice(1).forEach((block, index) => {
      expect(block['parentHash']).toBe(blocks[index]?.hash)
    })
    const recorded = exchanges.filter(
      ({ request, response }) => request.method === 'eth_getBlockByNumber' && response.result,
    )
    for (const { response } of recorded) {
      const block = response.result as { readonly number: Hex; readonly transactions: readonly (Hex | { hash: Hex })[] }
      const own = blocks.find(({ number }) => number === block.number)
      if (own !== undefined)
        expect({
          ...block,
          transactions: block.transactions.map((each) => (typeof each === 'string' ? each : each.hash)),
        }).toEqual(own)
    }
  })
})

describe('readers before a recorded chain', () => {
  it('give of every exchange they ask for what viem makes of the same answer, field by field', async () => {
    await using node = await createRecordedChain()
    await using pool = createPool(node.url)
    const client = createPublicClient({
      chain: viemChain,
      transport: http(node.url, { retryCount: 0 }),
    }) as PublicClient
    const covered: Record<string, number> = {}
    for (const exchange of exchanges) {
      const question = toQuestion({ pool, client, numberOf: node.numberOf }, exchange)
      if (question === null) continue
      const { reader, ours, viems } = question
      expect(await ours().catch(toMeaning), exchange.name).toEqual(await viems().catch(toMeaning))
      covered[reader] = (covered[reader] ?? 0) + 1
    }
    // The others are methods that no reader uses: proofs, code, storage, simulations, raw bytes, the opcodes of a block.
    expect(covered).toEqual({
      getBlock: 14,
      getTransaction: 18,
      getBlockTransactions: 12,
      getBalance: 4,
      callContract: 5,
      getLogs: 8,
      getDebugTrace: 3,
      getNetworkStats: 1,
    })
  }, 60_000)
})
