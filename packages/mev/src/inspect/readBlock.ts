import { AllProvidersFailedError, OutriggerError } from '@outrigger/core'
import { BaseError, type Hash, numberToHex, type PublicClient } from 'viem'
import type { MinedBlock } from './minedBlock.ts'
import { parseBlock } from './parse/parseBlock.ts'
import { isRecord, type Json } from './parse/values.ts'

/** Thrown if no provider has the block, or if the response is not a block. */
export class BlockUnavailableError extends OutriggerError {
  readonly code = 'BLOCK_UNAVAILABLE'
  override readonly retryable = true
}

/** Method that returned the calls of a block. Null if no provider supports tracing. */
export type TraceSource = 'trace_block' | 'debug_traceBlockByHash' | null

export type ReadBlock = { readonly block: MinedBlock; readonly traceSource: TraceSource }

const receiptConcurrency = 32

type SendRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Reads a mined block with its receipts, and with its traces if a provider supports them.
 *
 * @throws {BlockUnavailableError} no provider has the block or one of its receipts
 */
export async function readBlock(client: PublicClient, blockNumber: bigint): Promise<ReadBlock> {
  // viem's types do not include trace methods.
  const request = client.request as unknown as (args: {
    method: string
    params: readonly unknown[]
  }) => Promise<unknown>
  const send: SendRequest = (method, params) => request({ method, params })
  const header = await send('eth_getBlockByNumber', [numberToHex(blockNumber), true])
  if (!isRecord(header) || !Array.isArray(header['transactions']) || typeof header['hash'] !== 'string')
    throw new BlockUnavailableError(await explainMissing(client, blockNumber))
  const transactions = header['transactions'].filter(isRecord)
  const hashes = transactions.map((tx) => String(tx['hash']) as Hash)
  const [receipts, traces] = await Promise.all([
    readReceipts(send, header['hash'] as Hash, hashes),
    readTraces(send, { number: blockNumber, hash: header['hash'] as Hash }),
  ])
  const block = parseBlock({
    block: header,
    transactions: transactions.map((tx, index) => {
      const hash = hashes[index] ?? '0x'
      return { tx, receipt: receipts.get(hash), traces: traces.byHash.get(hash) }
    }),
  })
  if (block === null)
    throw new BlockUnavailableError(`The provider's response for block ${blockNumber} is not a block.`)
  return { block, traceSource: traces.source }
}

async function explainMissing(client: PublicClient, blockNumber: bigint): Promise<string> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  return blockNumber > head
    ? `Block ${blockNumber} is not mined yet: the latest block is ${head}.`
    : `No provider has block ${blockNumber}; the latest is ${head}. Use an archive node for old blocks.`
}

async function readReceipts(
  send: SendRequest,
  block: Hash,
  hashes: readonly Hash[],
): Promise<ReadonlyMap<string, Json>> {
  const whole = await unlessUnsupported(send('eth_getBlockReceipts', [block]))
  const receipts = Array.isArray(whole) ? whole.filter(isRecord) : []
  if (receipts.length < hashes.length) {
    receipts.length = 0
    for (let from = 0; from < hashes.length; from += receiptConcurrency) {
      const some = hashes.slice(from, from + receiptConcurrency)
      const answers = await Promise.all(some.map((hash) => send('eth_getTransactionReceipt', [hash])))
      receipts.push(...answers.filter(isRecord))
    }
  }
  if (receipts.some((receipt) => receipt['blockHash'] !== block))
    throw new BlockUnavailableError(`Block ${block} was removed by a reorg while it was read. Retry.`)
  return new Map(receipts.map((receipt) => [String(receipt['transactionHash']), receipt]))
}

type Traces = { readonly source: TraceSource; readonly byHash: ReadonlyMap<string, unknown> }

async function readTraces(send: SendRequest, block: { readonly number: bigint; readonly hash: Hash }): Promise<Traces> {
  const flat = await unlessUnsupported(send('trace_block', [numberToHex(block.number)]))
  if (Array.isArray(flat) && flat.length > 0) return { source: 'trace_block', byHash: groupByHash(flat, block.hash) }
  const trees = await unlessUnsupported(
    send('debug_traceBlockByHash', [block.hash, { tracer: 'callTracer', tracerConfig: { withLog: false } }]),
  )
  if (!Array.isArray(trees)) return { source: null, byHash: new Map() }
  const byHash = new Map(
    trees.filter(isRecord).map((entry) => [String(entry['txHash']), entry['result'] ?? entry] as const),
  )
  return { source: 'debug_traceBlockByHash', byHash }
}

function groupByHash(traces: readonly unknown[], block: Hash): ReadonlyMap<string, readonly Json[]> {
  const byHash = new Map<string, Json[]>()
  for (const trace of traces) {
    if (!isRecord(trace) || typeof trace['transactionHash'] !== 'string') continue
    // The request is by number, so after a reorg the response may belong to another block.
    if (trace['blockHash'] !== block) throw new BlockUnavailableError(`Block ${block} was removed by a reorg. Retry.`)
    const own = byHash.get(trace['transactionHash'])
    if (own === undefined) byHash.set(trace['transactionHash'], [trace])
    else own.push(trace)
  }
  return byHash
}

/** Returns null if no provider supports the method. */
async function unlessUnsupported(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}

/** JSON-RPC's code for an unknown method, and EIP-1474's code for an unsupported method. */
const unsupportedCodes: readonly unknown[] = [-32601, -32004]

function isUnsupported(error: unknown): boolean {
  if (error instanceof AllProvidersFailedError) return error.failures.every(({ kind }) => kind === 'unsupported')
  if (error instanceof BaseError) {
    const pool = error.walk((cause) => cause instanceof AllProvidersFailedError)
    if (pool !== null) return isUnsupported(pool)
    return error.walk((cause) => hasUnsupportedCode(cause)) !== null
  }
  return hasUnsupportedCode(error)
}

function hasUnsupportedCode(error: unknown): boolean {
  if (!isRecord(error)) return false
  const code = 'rpcCode' in error ? error['rpcCode'] : error['code']
  return unsupportedCodes.some((unsupported) => unsupported === code)
}
