import { type ChainName, chains, OutriggerError, type ProviderPool, sleep } from '@outrigger/core'
import { createPoolBook, type PoolBook } from '@outrigger/defi/dex'
import { type Classification, createClassifier, InvalidTransactionError, parseRawTransaction } from '@outrigger/mempool'
import { getSlippageExposure, NoNativeTokenError, type SlippageExposure } from '@outrigger/mev'
import { type Address, type Hex, parseTransaction } from 'viem'
import { UsageError } from '../exitCodes.ts'

/** The exposure of a transaction cannot be computed. */
class NoExposureError extends OutriggerError {
  readonly code = 'NO_EXPOSURE'
}

type Swap = Extract<Classification['actions'][number], { readonly kind: 'swap' }>

export type ReadExposure = { readonly hash: Hex; readonly blockNumber: bigint; readonly exposure: SlippageExposure }

const patienceMs = 30_000
const reasons: Readonly<Record<string, string>> = {
  unknownPool: 'it uses a pool that no known factory created, or that is empty',
  ambiguousPool: 'its calldata allows several pools',
  unknownTokens: 'its tokens are unknown',
  hookedPool: 'the hooks of a Uniswap V4 pool decide on it',
  amountOnChain: 'its amount is decided while it runs',
  insufficientOutput: 'its limit is not met by the pools as they are',
  poolReverts: 'a pool cannot carry it out',
  stateUnknown: 'how it leaves a pool of Curve cannot be computed',
  taxedToken: 'its token keeps a part of transfers, which its router does not expect',
  unsellable: 'its token cannot be sold',
  refused: 'its contract refuses it, after its deadline or without the ether it needs, for example',
  longPath: 'it goes through more than eight pools',
  repeatedPool: 'it goes through one pool twice',
  manySwaps: 'it has more than sixteen swaps, of which the first sixteen are computed',
  opaque: 'a part of its calldata is not known',
  unknownLimit: 'its limit is checked in a way that cannot be computed',
}

/** Reasons for which a swap fails. In a transaction that does not revert, such a swap is in a part that fails alone. */
const failures: ReadonlySet<string> = new Set([
  'insufficientOutput',
  'poolReverts',
  'taxedToken',
  'unsellable',
  'refused',
])

/** Describes a gap as a sentence. */
export const toGapText = ({ reason, what }: SlippageExposure['gaps'][number]): string =>
  `${what}: ${reasons[reason] ?? reason}.`

/**
 * Reads the pools on a signed transaction's path and computes its losses.
 *
 * @throws {UsageError} the transaction is not signed, or is signed for another chain
 * @throws {NoExposureError} it does not swap, its swaps would fail, no swap can be computed, or the pools cannot be read
 */
export async function readExposure(pool: ProviderPool, chain: ChainName, raw: string): Promise<ReadExposure> {
  const native = chains[chain].wrappedNative
  if (native === null) throw new NoNativeTokenError(chain)
  const transaction = parse(raw)
  requireChainId(raw as Hex, chain)
  const classification = createClassifier({ chain }).classify(transaction)
  const swaps = classification.actions.filter((action) => action.kind === 'swap')
  if (swaps.length === 0)
    throw new NoExposureError(`The transaction is no swap that is known here (${classification.rule}).`)
  await using book = createPoolBook({ pool, searchHistory: false })
  requestPools(book, swaps, native)
  const [{ result: gasPrice }] = await Promise.all([pool.send<Hex>({ method: 'eth_gasPrice' }), untilRead(book)])
  const cost = { gasPrice: BigInt(gasPrice), builderBidBps: 0 }
  const exposure = getSlippageExposure({ transaction, classification }, book.snapshot(), { native, cost })
  if (exposure.swaps.length === 0) throw new NoExposureError(explainNoSwaps(exposure))
  return { hash: transaction.hash, blockNumber: book.block()?.number ?? 0n, exposure }
}

/** Why a transaction with swaps has no exposure. */
export function explainNoSwaps({ reverts, gaps }: Pick<SlippageExposure, 'reverts' | 'gaps'>): string {
  const failsAlone = gaps.length > 0 && gaps.every(({ reason }) => failures.has(reason))
  const verdict = reverts
    ? 'It would be reverted as the pools are.'
    : failsAlone
      ? 'Its swaps would fail as the pools are, and the rest of the transaction would go through.'
      : 'It cannot be computed.'
  return [verdict, ...gaps.map(toGapText)].join(' ')
}

function parse(raw: string) {
  if (/^0x[0-9a-f]{64}$/i.test(raw))
    throw new UsageError(
      'That is the hash of a transaction. Give its signed bytes, which eth_getRawTransactionByHash answers.',
    )
  try {
    return parseRawTransaction(raw as Hex)
  } catch (cause) {
    if (cause instanceof InvalidTransactionError) throw new UsageError(cause.message, { cause })
    throw cause
  }
}

/** Its figures would be of pools that it never comes to. */
function requireChainId(raw: Hex, chain: ChainName): void {
  const [signed, own] = [toChainId(raw), chains[chain].chainId]
  if (signed !== undefined && signed !== own)
    throw new UsageError(
      `It is signed for chain ${signed}, and ${chain} is ${own}. Name the chain that it is signed for.`,
    )
}

/** Returns undefined for a transaction from before EIP-155, or in the form of the peer-to-peer network. */
function toChainId(raw: Hex): number | undefined {
  try {
    return parseTransaction(raw).chainId
  } catch {
    return undefined
  }
}

/** The pools of the path, and those that price its tokens. */
function requestPools(book: PoolBook, swaps: readonly Swap[], native: Address): void {
  for (const { pools, path } of swaps) {
    for (const id of pools) book.request({ id })
    for (const [index, token] of path.entries()) {
      const next = path[index + 1]
      if (next !== undefined && next !== token) book.request({ tokens: [token, next] })
      if (token !== native) book.request({ tokens: [token, native] })
    }
  }
}

async function untilRead(book: PoolBook): Promise<void> {
  const late = new AbortController()
  await Promise.race([
    book.ready,
    sleep(patienceMs, late.signal).then(() => {
      throw new NoExposureError(`The pools cannot be read. ${book.status().reason ?? 'The provider is too slow.'}`)
    }),
  ]).finally(() => late.abort())
}
