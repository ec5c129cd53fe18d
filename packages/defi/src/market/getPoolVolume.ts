import { type DexFactories, dexFactories, type PoolContracts, poolContracts } from '@outrigger/calldata'
import { type ChainName, OutriggerError } from '@outrigger/core'
import { type ChainOption, type ClientOption, getClientChain, toClient } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { KnownPool } from '../dex/book/knownPool.ts'
import { toLower } from '../dex/pool.ts'
import { type BlockReader, createBlockReader } from '../reads/blockReader.ts'
import { readToken } from '../reads/readToken.ts'
import { computeFeesUsd, computeSwapTotals, computeVolumeUsd, type SwapTotals } from './volume/computeTotals.ts'
import { findPool } from './volume/findPool.ts'
import { readTrades } from './volume/readTrades.ts'

const day = 86_400

/** The pool and the period. Only `pool` is required. */
export type PoolVolumeOptions = {
  /** The pool's own address, also for Balancer, whose Vault logs the swaps. */
  readonly pool: Address
  /** Length of the period up to the head. @default 86400 */
  readonly seconds?: number
  /** Returns US dollars of one whole token, or null if unknown. Without this function no dollars are returned. */
  readonly getPriceUsd?: (token: Address) => Promise<number | null>
  /**
   * Largest number of `eth_getLogs` calls. A Balancer v2 pool needs as many again for changes of its fee. @default 40
   */
  readonly maxCalls?: number
  /** @default the client's chain */
  readonly chain?: ChainOption
  /** Factories like Uniswap's. @default all known factories */
  readonly dexes?: readonly DexFactories[]
  /** Contracts of Curve and Balancer. @default all known contracts */
  readonly contracts?: readonly PoolContracts[]
}

/** A pool's trades according to its logs. */
export type PoolVolume = SwapTotals & {
  readonly pool: KnownPool
  /** The tokens of all amounts: the pool's tokens, then underlying Curve coins swapped through it. Lower case. */
  readonly tokens: readonly Address[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether the logs cover the full period. If not, they start at `fromBlock`, where the call limit was reached. */
  readonly isComplete: boolean
  /**
   * US dollars. Each swap counts as the mean of its input and output, or the side with a price. Null if a swap has no
   * price at all.
   */
  readonly volumeUsd: number | null
  /** US dollars. Null if the fees are unknown or a fee token has no price. */
  readonly feesUsd: number | null
}

/** No known factory created the pool, so its logs are not trusted. */
export class UnknownPoolError extends OutriggerError {
  readonly code = 'UNKNOWN_POOL'
}

/**
 * Returns volume and fees of one pool, summed from its logs to the base unit. Supports pools of Uniswap V2, V3 and
 * their forks, of Curve and of Balancer's Vaults. The factory confirms that it created the pool.
 *
 * Fees are computed from the pool's rate at each swap. They are null if the rate is unknown. This is the case if
 * Curve's rate depends on the balances, and before the first change of the rate. The -NG pools of CryptoSwap and
 * Balancer v3 log their fees. Deposits and withdrawals do not count as volume, and neither do swaps of underlying
 * coins that a Curve meta pool passes to its base pool.
 *
 * @throws {UnknownPoolError} if no known factory created the pool
 * @throws the client's errors when its providers do not respond
 * @example
 * const pool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
 * const { tokens, amountsIn, fees, isComplete } = await getPoolVolume(client, { pool, seconds: 3_600 })
 */
export async function getPoolVolume(client: ClientOption, options: PoolVolumeOptions): Promise<PoolVolume> {
  const viemClient = toClient(client)
  const { seconds = day, dexes = dexFactories, contracts = poolContracts, maxCalls } = options
  if (!Number.isFinite(seconds) || seconds <= 0) throw new RangeError('`seconds` must be more than 0.')
  const { name } = (await getClientChain(viemClient, options.chain)) ?? { name: 'this chain' }
  const reader = await createBlockReader(viemClient)
  const found = await findPool(reader, toLower(options.pool), { chain: name as ChainName, dexes, contracts })
  const read =
    found &&
    (await readTrades(found, {
      client: viemClient,
      reader,
      fromTime: Number(reader.timestamp) - seconds + 1,
      ...(maxCalls !== undefined && { maxCalls }),
    }))
  if (found === null || read === null) {
    const known = [...new Set([...dexes, ...contracts.filter(hasPoolAddresses)].map(({ id }) => id))]
    throw new UnknownPoolError(
      `No known factory on ${name} created the pool ${options.pool}. Known DEXes: ${known.join(', ')}.`,
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

/** Returns US dollars of one base unit of each token. */
async function readUnits(reader: BlockReader, tokens: readonly Address[], { getPriceUsd }: Prices) {
  if (getPriceUsd === undefined) return null
  return Promise.all(
    tokens.map(async (token) => {
      const [price, read] = await Promise.all([getPriceUsd(token), readToken(reader, token)])
      return price === null || !read ? null : price / 10 ** read.decimals
    }),
  )
}
