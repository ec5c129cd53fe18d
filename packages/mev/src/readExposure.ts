import type { SwapAction } from '@outrigger/calldata'
import { type ChainName, OutriggerError, type ProviderPool, sleep } from '@outrigger/core'
import { inTurns } from '@outrigger/core/internal'
import { createPoolBook, type PoolBook, type PoolRequest } from '@outrigger/defi/dex'
import { createClassifier } from '@outrigger/mempool'
import type { TransactionCall } from '@outrigger/mempool/internal'
import type { Address, Hex } from 'viem'
import { toNative } from './detector/toTerms.ts'
import type { ExposureGap } from './exposure/explainGap.ts'
import { computeExposure, type SlippageExposure } from './exposure/getSlippageExposure.ts'
import { toFirstSwaps } from './view/applyTransaction.ts'

/** Exposure of a transaction at a block. */
export type ReadExposure = Omit<SlippageExposure, 'gaps'> & {
  readonly blockNumber: bigint
  readonly gaps: readonly ExposureGap[]
}

/** An exposure takes too long: the provider is slow, or the transaction has long paths. */
export class ExposureTimeoutError extends OutriggerError {
  readonly code = 'EXPOSURE_TIMEOUT'
  override readonly retryable = true
}

const patienceMs = 20_000
/** Calldata can name thousands of pools. */
const maxRequests = 128

/**
 * Reads the pools of a transaction's swaps at the latest block, and computes what a sandwich could take. Sends nothing but reads.
 *
 * @throws {NoNativeTokenError} @throws {ExposureTimeoutError} it takes more than 20 s
 * @example
 * const { swaps } = await readExposure(pool, parseRawTransaction(raw))
 * swaps.map(({ lost, safeLimit }) => [lost, safeLimit])
 */
export async function readExposure(pool: ProviderPool, transaction: TransactionCall): Promise<ReadExposure> {
  const deadlineMs = performance.now() + patienceMs
  const chain = pool.chain.name as ChainName
  const native = toNative(chain)
  const classification = createClassifier({ chain }).classify(transaction)
  const swaps = toFirstSwaps(classification.actions).first
  await using book = createPoolBook({ pool, searchHistory: false })
  for (const request of toRequests(swaps, native)) book.request(request)
  const [{ result: gasPrice }] = await Promise.all([pool.send<Hex>({ method: 'eth_gasPrice' }), untilRead(book)])
  const cost = { gasPrice: BigInt(gasPrice), builderBidBps: 0 }
  const steps = computeExposure({ transaction, classification }, book.snapshot(), { native, cost })
  const exposure = await inTurns(untilLate(steps, deadlineMs))
  const none: readonly ExposureGap[] = swaps.length === 0 ? [{ reason: 'noSwap', what: classification.type }] : []
  return { ...exposure, gaps: [...none, ...exposure.gaps], blockNumber: book.block()?.number ?? 0n }
}

/** Requests the pools on the paths, then those that price the tokens. */
function toRequests(swaps: readonly SwapAction[], native: Address): readonly PoolRequest[] {
  const path = swaps.flatMap(({ pools, path }) => [
    ...pools.map((id) => ({ id })),
    ...path.slice(1).map((token, index) => ({ tokens: [path[index] ?? token, token] as const })),
  ])
  const priced = [...new Set(swaps.flatMap(({ path }) => path))].map((token) => ({ tokens: [token, native] as const }))
  return [...path, ...priced].slice(0, maxRequests)
}

/** @throws {ExposureTimeoutError} */
async function untilRead(book: PoolBook): Promise<void> {
  const late = new AbortController()
  await Promise.race([
    book.ready,
    sleep(patienceMs, late.signal).then(() => {
      throw new ExposureTimeoutError(`The pools cannot be read. ${book.status().reason ?? 'The provider is too slow.'}`)
    }),
  ]).finally(() => late.abort())
}

/** @throws {ExposureTimeoutError} */
function* untilLate<result>(steps: Generator<undefined, result>, deadlineMs: number): Generator<undefined, result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() > deadlineMs)
      throw new ExposureTimeoutError(`The paths of its swaps take more than ${patienceMs / 1_000} s to compute.`)
    yield
  }
}
