import { type ChainProfile, createProviderPool, sleep } from '@outrigger/core'
import { type Endpoint, quantile } from '@outrigger/core/internal'
import { formatMs } from '../output/format.ts'
import { type Check, fail, ok, warn } from './finding.ts'
import { askBatch, askRpc, NoAnswerError } from './question.ts'

export type EvmContext = {
  readonly endpoint: Endpoint
  readonly chain: ChainProfile
  /** Head of every endpoint of the chain, requested at the same time. */
  readonly heads: ReadonlyMap<Endpoint, Promise<EvmHead>>
}

export type EvmHead = { readonly number: number; readonly ageMs: number }

const slowMs = 500
const logRanges = [10_000, 1_000, 10]
/** Depths in blocks at which state is requested. The first is an archive, the others are what full nodes keep. */
const stateDepths = [Number.POSITIVE_INFINITY, 100_000, 128, 32]
const socketMs = 5_000
/** An address without logs, so that answers are empty for any range. */
const silentAddress = '0x000000000000000000000000000000000000dEaD'

export async function askHead(endpoint: Endpoint): Promise<EvmHead> {
  const block = (await askRpc(endpoint, 'eth_getBlockByNumber', ['latest', false])) as Record<string, string> | null
  if (block === null) throw new NoAnswerError('no latest block', 'It has no blocks yet: wait until it has synced.')
  return { number: Number(block['number']), ageMs: Math.max(0, Date.now() - Number(block['timestamp']) * 1000) }
}

/** Checks in the order of the table. The first checks whether the endpoint responds. */
export const evmChecks: readonly Check<EvmContext>[] = [
  {
    name: 'chain id',
    otherwise: 'fail',
    async run({ endpoint, chain }) {
      const id = Number(await askRpc(endpoint, 'eth_chainId'))
      if (id === chain.chainId) return ok(String(id))
      return fail(`${id}`, `It is on chain ${id}, ${chain.name} is ${chain.chainId}: use an endpoint of ${chain.name}.`)
    },
  },
  {
    name: 'head',
    otherwise: 'fail',
    async run({ endpoint, chain, heads }) {
      const known = await Promise.allSettled(heads.values())
      const best = Math.max(...known.map((head) => (head.status === 'fulfilled' ? head.value.number : 0)))
      const { number, ageMs } = (await heads.get(endpoint)) ?? (await askHead(endpoint))
      const lag = best - number
      // The same allowance a pool makes before it leaves an endpoint out: ten seconds of blocks, at least two.
      if (lag > Math.max(2, Math.ceil(10_000 / chain.blockTimeMs)))
        return fail(`${number} (-${lag})`, `It is ${lag} blocks behind the others: it is still syncing, or stuck.`)
      if (ageMs > Math.max(60_000, 10 * chain.blockTimeMs))
        return warn(
          `${number}, old`,
          `Its head is ${Math.round(ageMs / 1000)} s old: the node or its chain has stopped.`,
        )
      return ok(lag > 0 ? `${number} (-${lag})` : String(number))
    },
  },
  {
    name: 'latency',
    async run({ endpoint }) {
      const samples: number[] = []
      for (let round = 0; round < 5; round++) {
        const startedAt = performance.now()
        await askRpc(endpoint, 'eth_blockNumber')
        samples.push(performance.now() - startedAt)
      }
      const median = quantile(samples, 0.5) ?? 0
      return median > slowMs
        ? warn(formatMs(median), 'It is slow: use it as a backup, or choose a closer endpoint.')
        : ok(formatMs(median))
    },
  },
  {
    name: 'fees',
    otherwise: 'fail',
    advice: 'Gas prices need eth_feeHistory: use another endpoint.',
    async run({ endpoint }) {
      await askRpc(endpoint, 'eth_feeHistory', ['0x5', 'latest', [10, 50, 90]])
      return ok('yes')
    },
  },
  {
    name: 'socket',
    async run({ endpoint, chain }) {
      const advice = 'New blocks are polled instead and arrive up to one block later: set wsUrl to its WebSocket URL.'
      if (endpoint.wsUrl === null) return warn('off', advice)
      return (await subscribes(endpoint, chain)) ? ok('yes') : warn('no', advice)
    },
  },
  {
    name: 'pending',
    async run({ endpoint, chain }) {
      if (await supports(endpoint, 'txpool_status', [])) return ok('txpool')
      if (await supports(endpoint, 'eth_getBlockByNumber', ['pending', false])) return ok('block')
      // A sequencer's queue is private, whatever the endpoint.
      if (chain.mempool !== 'public') return ok('private')
      return warn('no', 'It shows no pending transactions: tips are estimated from mined blocks alone.')
    },
  },
  {
    name: 'logs',
    async run({ endpoint, heads }) {
      const { number } = (await heads.get(endpoint)) ?? (await askHead(endpoint))
      for (const range of logRanges) {
        const fromBlock = `0x${Math.max(0, number - range + 1).toString(16)}`
        if (await supports(endpoint, 'eth_getLogs', [{ fromBlock, toBlock: 'latest', address: silentAddress }]))
          return range >= 1_000
            ? ok(`${range} blocks`)
            : warn(`${range} blocks`, 'It allows few blocks per log query: scanning history takes many calls.')
      }
      return warn('no', 'eth_getLogs fails even for ten blocks: history cannot be scanned here.')
    },
  },
  {
    name: 'state',
    async run({ endpoint, heads }) {
      const { number } = (await heads.get(endpoint)) ?? (await askHead(endpoint))
      for (const depth of stateDepths) {
        const block = Math.max(0, number - depth)
        if (!(await supports(endpoint, 'eth_getBalance', [silentAddress, `0x${block.toString(16)}`]))) continue
        return block === 0 ? ok('archive') : ok(`${depth} blocks`)
      }
      return warn('no', `It keeps state for less than ${stateDepths.at(-1)} blocks: reads pinned to a block may fail.`)
    },
  },
  {
    name: 'blocks',
    async run({ endpoint }) {
      const block = (await askRpc(endpoint, 'eth_getBlockByNumber', ['latest', false])) as Record<string, string> | null
      const blockHash = block?.['hash']
      const byHash = await supports(endpoint, 'eth_getBalance', [silentAddress, { blockHash }])
      const logs = await supports(endpoint, 'eth_getLogs', [{ blockHash, address: silentAddress }])
      const final = await supports(endpoint, 'eth_getBlockByNumber', ['finalized', false])
      if (!byHash || !logs)
        return warn(
          'no hash',
          'It cannot read blocks by hash (EIP-1898): log streams and pinned reads need another endpoint.',
        )
      return final
        ? ok('final, by hash')
        : warn('by hash', 'It does not report a finalized block: only blocks by hash are cached.')
    },
  },
  {
    name: 'traces',
    async run({ endpoint }) {
      if (await supports(endpoint, 'trace_block', ['latest'])) return ok('trace')
      if (await supports(endpoint, 'debug_traceBlockByNumber', ['latest', { tracer: 'callTracer' }])) return ok('debug')
      return warn(
        'no',
        'It has no traces, so internal calls of transactions are unknown. Only MEV analysis needs traces.',
      )
    },
  },
  {
    name: 'batch',
    advice: 'It does not support JSON-RPC batches: every call is a separate request.',
    async run({ endpoint }) {
      await askBatch(endpoint)
      return ok('yes')
    },
  },
]

async function supports(endpoint: Endpoint, method: string, params: readonly unknown[]): Promise<boolean> {
  try {
    return (await askRpc(endpoint, method, params)) !== null
  } catch (error) {
    if (error instanceof NoAnswerError) return false
    throw error
  }
}

/** Returns true if the endpoint accepts a subscription that is made in the same way as by the node. */
async function subscribes({ name, url, wsUrl, headers }: Endpoint, chain: ChainProfile): Promise<boolean> {
  await using pool = createProviderPool({ chain, endpoints: [{ name, url, wsUrl: wsUrl ?? false, headers }] })
  const unwatch = pool.watchHeads(() => {})
  const isLive = () => pool.report().endpoints[0]?.socket === true
  for (const until = performance.now() + socketMs; !isLive() && performance.now() < until; ) await sleep(25)
  const live = isLive()
  unwatch()
  return live
}
