import { type Answer, type ChainProfile, type Head, OutriggerError, type RpcRequest, sleep } from '@outrigger/core'
import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import type { MempoolSource } from '../watcherTypes.ts'

type Raw = Readonly<Record<string, unknown>> & { readonly hash: Hex }

export type RecordedBlock = {
  readonly number: bigint
  /** In JSON-RPC form. Nonces may be missing: each sender's are then counted. */
  readonly transactions: readonly Raw[]
  /** Hashes of those that failed. */
  readonly failed: ReadonlySet<Hex>
  /** Wei. */
  readonly baseFeePerGas?: bigint
}

export type ReplayOptions = {
  readonly chain: ChainProfile
  readonly blocks: readonly RecordedBlock[]
  /** Time over which the transactions of a block are shown, before it comes itself; 0 is as fast as possible. */
  readonly blockTimeMs: number
  readonly signal?: AbortSignal
}

/** What a replay was asked is not in the recording. */
export class NotRecordedError extends OutriggerError {
  readonly code = 'NOT_RECORDED'
}

const provider = 'recording'
// So many transactions are shown before others get a turn.
const burst = 64

/**
 * A provider made of recorded blocks: shows their transactions as pending, one block after the other, and then each block
 * as the head. A watcher over it does what it would have done at the time. Starts when it is first watched.
 *
 * @example
 * const replay = createReplay({ chain: chains.ethereum, blocks, blockTimeMs: 1000 })
 * await using watcher = createMempoolWatcher({ pool: replay })
 * await replay.finished
 */
export function createReplay({
  chain,
  blockTimeMs,
  signal,
  ...recording
}: ReplayOptions): MempoolSource & { readonly finished: Promise<void> } {
  const heads = new Set<Parameters<MempoolSource['watchHeads']>[0]>()
  const pending = new Set<Parameters<MempoolSource['watchPendingTransactions']>>()
  const told = new Map<Hex, RecordedBlock>()
  const blocks = withNonces(recording.blocks)
  const headers = toHeaders(blocks)
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isStarted = false

  function start(): void {
    if (isStarted || heads.size === 0 || pending.size === 0) return
    isStarted = true
    void run().then(finish)
  }

  async function run(): Promise<void> {
    let dueMs = performance.now()
    for (const [index, block] of blocks.entries()) {
      const stepMs = blockTimeMs / (block.transactions.length + 1)
      for (const [position, transaction] of block.transactions.entries()) {
        dueMs += stepMs
        if (performance.now() < dueMs || position % burst === 0)
          await sleep(Math.max(0, dueMs - performance.now()), signal)
        if (signal?.aborted) return
        show(transaction)
      }
      dueMs += stepMs
      await sleep(Math.max(0, dueMs - performance.now()), signal)
      if (signal?.aborted) return
      const head = headers[index] as Head
      told.set(head.hash, block)
      for (const tell of heads) tell(head)
    }
  }

  function show(transaction: Raw): void {
    for (const [tell, options] of pending) {
      options?.onSighting?.({ hash: transaction.hash, transaction, provider, atMs: Date.now() })
      tell({ hash: transaction.hash, transaction, provider })
    }
  }

  function answer({ method, params }: RpcRequest): unknown {
    const [hash] = params as readonly [Hex]
    const block = told.get(hash)
    const receiptsOf = ({ transactions, failed }: RecordedBlock, blockHash: Hex) =>
      transactions.map((one) => ({
        transactionHash: one.hash,
        blockHash,
        status: failed.has(one.hash) ? '0x0' : '0x1',
      }))
    if (method === 'eth_getBlockByHash' && block)
      return { ...headers[blocks.indexOf(block)]?.header, transactions: block.transactions }
    if (method === 'eth_getBlockReceipts' && block) return receiptsOf(block, hash)
    if (method === 'eth_getTransactionReceipt')
      return (
        [...told]
          .flatMap(([at, held]) => receiptsOf(held, at))
          .find(({ transactionHash }) => transactionHash === hash) ?? null
      )
    throw new NotRecordedError(`${method} is not in the recording.`)
  }

  return {
    chain,
    finished,
    async send<result>(request: RpcRequest): Promise<Answer<result>> {
      const facts = {
        provider,
        role: 'primary',
        attempts: 1,
        hedged: false,
        cached: false,
        ageMs: 0,
        block: null,
        latencyMs: 0,
      } as const
      return { result: answer(request) as result, ...facts }
    },
    report: () => ({ endpoints: [{ name: provider, socket: true, status: 'healthy' }] }),
    watchHeads(onHead) {
      heads.add(onHead)
      queueMicrotask(start)
      return () => void heads.delete(onHead)
    },
    watchPendingTransactions(...listener) {
      pending.add(listener)
      queueMicrotask(start)
      return () => void pending.delete(listener)
    },
  }
}

function withNonces(blocks: readonly RecordedBlock[]): readonly RecordedBlock[] {
  const counts = new Map<unknown, number>()
  return blocks.map((block) => ({
    ...block,
    transactions: block.transactions.map((transaction) => {
      const nonce = counts.get(transaction['from']) ?? 0
      counts.set(transaction['from'], nonce + 1)
      return { nonce: numberToHex(nonce), ...transaction }
    }),
  }))
}

/** Hashes are made up from the numbers; the recording need not have them. */
function toHeaders(blocks: readonly RecordedBlock[]): readonly Head[] {
  const toHash = (number: bigint) => keccak256(stringToHex(`recorded block ${number}`))
  return blocks.map(({ number, baseFeePerGas = 0n }, index) => {
    const [hash, parentHash] = [toHash(number), toHash(blocks[index - 1]?.number ?? number - 1n)]
    const quantities = { number, timestamp: 0n, baseFeePerGas, gasUsed: 15_000_000n, gasLimit: 30_000_000n }
    const header = {
      hash,
      parentHash,
      ...Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, numberToHex(value)])),
    }
    return { number, hash, parentHash, timestamp: 0n, provider, removed: false, header }
  })
}
