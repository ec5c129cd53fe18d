import { type DexFactories, dexFactories } from '@outrigger/calldata'
import { type ChainName, type ChainProfile, OutriggerError } from '@outrigger/core'
import { getClientChain } from '@outrigger/core/internal'
import { type Address, type PublicClient, parseAbi } from 'viem'
import { swapTopics } from '../dex/activity/getDexActivity.ts'
import { walkLogs } from '../dex/activity/walkLogs.ts'
import { getPools } from '../dex/getPools.ts'
import { type Pool, toLower } from '../dex/pool.ts'
import { type BlockReader, createBlockReader } from '../reads/blockReader.ts'
import { readToken } from '../reads/readToken.ts'
import { computeSwapTotals, type SwapTotals } from './compute/poolVolume.ts'

const abi = parseAbi(['function token0() view returns (address)', 'function token1() view returns (address)'])
const day = 86_400

/** Of which pool, and how far back. Only `pool` is required. */
export type PoolVolumeOptions = {
  readonly pool: Address
  /** Back from the head. @default 86400 */
  readonly seconds?: number
  /** US dollars of one whole token; null where it is not known. Without it no dollars are returned. */
  readonly getPriceUsd?: (token: Address) => Promise<number | null>
  /** Calls of `eth_getLogs` at most. @default 40 */
  readonly maxCalls?: number
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /** @default all that are known */
  readonly dexes?: readonly DexFactories[]
}

/** What a pool traded, by its own logs. */
export type PoolVolume = SwapTotals & {
  readonly pool: Pool
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether the logs go back over all the seconds asked for; else from `fromBlock` on, where the calls were spent. */
  readonly isComplete: boolean
  /** US dollars: what moved of each token, the mean of both, or of the one that has a price; null where neither has. */
  readonly volumeUsd: number | null
  /** US dollars; null where a token that fees were paid in has no price. */
  readonly feesUsd: number | null
}

/** No factory that is known has made the pool, so its logs prove nothing. */
export class UnknownPoolError extends OutriggerError {
  readonly code = 'UNKNOWN_POOL'
}

/**
 * Volume and fees of one pool of Uniswap V2 or V3 or a fork of theirs, added up from its `Swap` logs: amounts to the base
 * unit. The pool's factory is asked whether the pool is its own.
 *
 * @throws {UnknownPoolError} no known factory has made it
 * @throws whatever the client throws when its providers do not answer
 * @example
 * const pool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
 * const { amountsIn, fees, isComplete } = await getPoolVolume(client, { pool, seconds: 3_600 })
 */
export async function getPoolVolume(client: PublicClient, options: PoolVolumeOptions): Promise<PoolVolume> {
  const { seconds = day, dexes = dexFactories, maxCalls } = options
  if (!Number.isFinite(seconds) || seconds <= 0) throw new RangeError('`seconds` must be more than 0.')
  const { name } = options.chain ?? (await getClientChain(client)) ?? { name: 'this chain' }
  const reader = await createBlockReader(client)
  const pool = await findPool(reader, name as ChainName, toLower(options.pool), dexes)
  if (pool === null)
    throw new UnknownPoolError(
      `No factory of ${name} has made the pool ${options.pool}. Known are: ${dexes.map(({ id }) => id).join(', ')}.`,
    )
  const head = { number: reader.blockNumber, timestamp: reader.timestamp }
  const { logs, fromBlock, toBlock, isComplete } = await walkLogs(client, {
    ...{ addresses: [pool.address], topics: swapTopics, head, fromTime: Number(head.timestamp) - seconds + 1 },
    ...(maxCalls !== undefined && { maxCalls }),
  })
  const totals = computeSwapTotals(pool, logs)
  return { pool, ...totals, fromBlock, toBlock, isComplete, ...(await valueTotals(reader, pool, totals, options)) }
}

/** The pool as its factory knows it; null where none of them does. */
async function findPool(reader: BlockReader, chain: ChainName, address: Address, dexes: readonly DexFactories[]) {
  const [a, b] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'token0' }),
    reader.tryRead({ address, abi, functionName: 'token1' }),
  ])
  if (a === undefined || b === undefined) return null
  const made = await getPools(reader, chain, [toLower(a), toLower(b)], dexes)
  return made.find((one) => one.address === address) ?? null
}

type Prices = Pick<PoolVolumeOptions, 'getPriceUsd'>

async function valueTotals(reader: BlockReader, { tokens }: Pool, totals: SwapTotals, { getPriceUsd }: Prices) {
  if (getPriceUsd === undefined) return { volumeUsd: null, feesUsd: null }
  const units = await Promise.all(
    tokens.map(async (token) => {
      const [price, read] = await Promise.all([getPriceUsd(token), readToken(reader, token)])
      return price === null || !read ? null : price / 10 ** read.decimals
    }),
  )
  const value = (amounts: readonly [bigint, bigint], side: number) => {
    const unit = units[side]
    return unit === null || unit === undefined ? null : Number(amounts[side]) * unit
  }
  const moved = [totals.amountsIn, totals.amountsOut] as const
  const sides = [0, 1].flatMap((side) => {
    const [into, out] = moved.map((amounts) => value(amounts, side))
    return into === null || into === undefined || out === null || out === undefined ? [] : [into + out]
  })
  const fees = [0, 1].map((side) => (totals.fees[side] === 0n ? 0 : value(totals.fees, side)))
  return {
    volumeUsd: sides.length === 0 ? null : sides.reduce((sum, one) => sum + one, 0) / sides.length,
    feesUsd: fees.some((one) => one === null) ? null : fees.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  }
}
