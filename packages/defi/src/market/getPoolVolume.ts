import { type DexFactories, dexFactories, type PoolContracts, poolContracts } from '@outrigger/calldata'
import { type ChainName, type ChainProfile, OutriggerError } from '@outrigger/core'
import { getClientChain } from '@outrigger/core/internal'
import type { Address, PublicClient } from 'viem'
import type { KnownPool } from '../dex/book/knownPool.ts'
import { toLower } from '../dex/pool.ts'
import { type BlockReader, createBlockReader } from '../reads/blockReader.ts'
import { readToken } from '../reads/readToken.ts'
import { computeFeesUsd, computeSwapTotals, computeVolumeUsd, type SwapTotals } from './volume/computeTotals.ts'
import { findPool } from './volume/findPool.ts'
import { readTrades } from './volume/readTrades.ts'

const day = 86_400

/** Of which pool, and how far back. Only `pool` is required. */
export type PoolVolumeOptions = {
  /** The pool's own address, with Balancer too, whose Vault logs its swaps. */
  readonly pool: Address
  /** Back from the head. @default 86400 */
  readonly seconds?: number
  /** US dollars of one whole token; null where it is not known. Without it no dollars are returned. */
  readonly getPriceUsd?: (token: Address) => Promise<number | null>
  /** Calls of `eth_getLogs` at most; a pool of Balancer v2 takes as many again for changes of its fee. @default 40 */
  readonly maxCalls?: number
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /** Factories of Uniswap's form. @default all that are known */
  readonly dexes?: readonly DexFactories[]
  /** Those of Curve and Balancer. @default all that are known */
  readonly contracts?: readonly PoolContracts[]
}

/** What a pool traded, by its own logs. */
export type PoolVolume = SwapTotals & {
  readonly pool: KnownPool
  /** What amounts are of: the pool's tokens, then underlying coins of Curve that were swapped through it. Lower case. */
  readonly tokens: readonly Address[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether the logs go back over all the seconds asked for; else from `fromBlock` on, where the calls were spent. */
  readonly isComplete: boolean
  /**
   * US dollars: of each swap the mean of what went in and out, or the side that has a price; null where one has neither.
   */
  readonly volumeUsd: number | null
  /** US dollars; null where the fees are not known, or a token they were paid in has no price. */
  readonly feesUsd: number | null
}

/** No factory that is known has made the pool, so its logs prove nothing. */
export class UnknownPoolError extends OutriggerError {
  readonly code = 'UNKNOWN_POOL'
}

/**
 * Volume and fees of one pool, added up from its logs: amounts to the base unit. Pools of Uniswap V2 and V3 and their forks, of
 * Curve and of Balancer's Vaults; the factory is asked whether the pool is its own.
 *
 * Fees are what the pool's rate says of each swap, and null where it does not: where Curve's grows off balance, or before a new
 * rate was set. The -NG pools of CryptoSwap and Balancer's v3 log them. Deposits and withdrawals are no volume, nor are swaps of
 * underlying coins that a meta pool of Curve hands to its base pool.
 *
 * @throws {UnknownPoolError} no known factory has made it
 * @throws whatever the client throws when its providers do not answer
 * @example
 * const pool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
 * const { tokens, amountsIn, fees, isComplete } = await getPoolVolume(client, { pool, seconds: 3_600 })
 */
export async function getPoolVolume(client: PublicClient, options: PoolVolumeOptions): Promise<PoolVolume> {
  const { seconds = day, dexes = dexFactories, contracts = poolContracts, maxCalls } = options
  if (!Number.isFinite(seconds) || seconds <= 0) throw new RangeError('`seconds` must be more than 0.')
  const { name } = options.chain ?? (await getClientChain(client)) ?? { name: 'this chain' }
  const reader = await createBlockReader(client)
  const found = await findPool(reader, toLower(options.pool), { chain: name as ChainName, dexes, contracts })
  const read =
    found &&
    (await readTrades(found, {
      client,
      reader,
      fromTime: Number(reader.timestamp) - seconds + 1,
      ...(maxCalls !== undefined && { maxCalls }),
    }))
  if (found === null || read === null) {
    const known = [...new Set([...dexes, ...contracts.filter(hasPoolAddresses)].map(({ id }) => id))]
    throw new UnknownPoolError(
      `No factory of ${name} has made the pool ${options.pool}. Known are: ${known.join(', ')}.`,
    )
  }
  const { tokens, trades, ...span } = read
  const totals = computeSwapTotals(trades, tokens.length)
  const units = await readUnits(reader, tokens, options)
  return {
    pool: found.pool,
    tokens,
    ...totals,
    ...span,
    volumeUsd: units && computeVolumeUsd(trades, units),
    feesUsd: units && computeFeesUsd(totals.fees, units),
  }
}

const hasPoolAddresses = ({ form }: PoolContracts) => form !== 'v4' && form !== 'velodromeV2'

type Prices = Pick<PoolVolumeOptions, 'getPriceUsd'>

/** US dollars of one base unit of each token. */
async function readUnits(reader: BlockReader, tokens: readonly Address[], { getPriceUsd }: Prices) {
  if (getPriceUsd === undefined) return null
  return Promise.all(
    tokens.map(async (token) => {
      const [price, read] = await Promise.all([getPriceUsd(token), readToken(reader, token)])
      return price === null || !read ? null : price / 10 ** read.decimals
    }),
  )
}
