import { getOrCreate } from '@outrigger/core/internal'
import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { maxTick } from './mathTicks.ts'
import type { InitializedTick, TickState } from './tickState.ts'

// PancakeSwap's `feeProtocol` has 32 bits instead of 8, but it is padded to one word in both ABIs.
const abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint32, bool)',
  'function liquidity() view returns (uint128)',
  'function tickSpacing() view returns (int24)',
  'function tickBitmap(int16 word) view returns (uint256)',
  'function ticks(int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet, uint256, uint256, int56, uint160, uint32, bool)',
])

/** Number of initialized ticks read on either side of the price. A swap beyond them has no quote. */
const ticksAround = 32

/** Reads of a pool's price and ticks, from its own contract or from a contract that stores many pools. */
export type TickReads = {
  /** The fee is in millionths of the input. */
  readonly price: () => Promise<(Pick<TickState, 'sqrtPriceX96' | 'tick'> & { readonly fee: number }) | undefined>
  readonly liquidity: () => Promise<bigint | undefined>
  readonly tickSpacing: () => Promise<number | undefined>
  /** Reads one word of the bitmap of initialized ticks. */
  readonly word: (word: number) => Promise<bigint | undefined>
  readonly tick: (tick: number) => Promise<Omit<InitializedTick, 'tick'> | undefined>
}

/** Reads the state of a Uniswap V3 pool, as described in `readTickState`. */
export function getTickState(
  reader: BlockReader,
  address: Address,
  fee: number,
  known?: Pick<TickState, 'tick' | 'tickSpacing' | 'ticks'>,
  preloaded?: readonly number[],
): Promise<TickState | undefined> {
  return readTickState(
    {
      async price() {
        const slot0 = await reader.tryRead({ address, abi, functionName: 'slot0' })
        return slot0 && { sqrtPriceX96: slot0[0], tick: slot0[1], fee }
      },
      liquidity: () => reader.tryRead({ address, abi, functionName: 'liquidity' }),
      tickSpacing: () => reader.tryRead({ address, abi, functionName: 'tickSpacing' }),
      word: (word) => reader.tryRead({ address, abi, functionName: 'tickBitmap', args: [word] }),
      async tick(tick) {
        const answer = await reader.tryRead({ address, abi, functionName: 'ticks', args: [tick] })
        return answer && { liquidityGross: answer[0], liquidityNet: answer[1] }
      },
    },
    known,
    preloaded,
  )
}

/** Reads the tick of a pool's price. Returns undefined if the pool has no price. */
export async function getTick(reader: BlockReader, address: Address): Promise<number | undefined> {
  const slot0 = await reader.tryRead({ address, abi, functionName: 'slot0' })
  return slot0 && slot0[0] > 0n ? slot0[1] : undefined
}

/**
 * Reads a pool's state at the reader's block. It covers one word of the bitmap on either side of the price (two if
 * ticks are dense) and a limited number of initialized ticks. Returns undefined if the pool does not exist. The first
 * read takes three rounds. With `known`, a state at an earlier block, one round is enough, or two if the price moved
 * far or a tick near it is new.
 *
 * @param preloaded bitmap words that the first round reads. With all words, two rounds are enough
 */
export async function readTickState(
  from: TickReads,
  known?: Pick<TickState, 'tick' | 'tickSpacing' | 'ticks'>,
  preloaded: readonly number[] = [],
): Promise<TickState | undefined> {
  const words = new Map<number, Promise<bigint | undefined>>()
  const reads = new Map<number, Promise<InitializedTick | undefined>>()
  const readWord = (word: number) => getOrCreate(words, word, () => from.word(word))
  const readTick = (tick: number) =>
    getOrCreate(reads, tick, async () => {
      const answer = await from.tick(tick)
      return answer && { tick, ...answer }
    })

  const first = Promise.all([from.price(), from.liquidity(), known?.tickSpacing ?? from.tickSpacing()])
  // The first round already requests everything that is probably needed.
  if (known) for (const word of toWords(known, 1)) void readWord(word).catch(() => {})
  for (const word of preloaded) void readWord(word).catch(() => {})
  if (known) for (const { tick } of known.ticks) void readTick(tick).catch(() => {})
  const [price, liquidity, tickSpacing] = await first
  if (!price || liquidity === undefined || !tickSpacing || price.sqrtPriceX96 === 0n) return undefined
  const { tick } = price

  const around = toWords({ tick, tickSpacing })
  const bitmaps = await Promise.all(around.map(readWord))
  if (bitmaps.includes(undefined)) return undefined
  const initialized = bitmaps.flatMap((bitmap, index) =>
    toTicks(around[index] as number, bitmap as bigint, tickSpacing),
  )
  const select = (nearestFirst: readonly number[]) => {
    const wanted = nearestFirst.slice(0, ticksAround)
    const unread = wanted.findIndex((one) => !reads.has(one))
    // Distant ticks are read when the price comes closer.
    return known && unread >= ticksAround / 2 ? wanted.slice(0, unread) : wanted
  }
  const belowAll = initialized.filter((one) => one <= tick).reverse()
  const aboveAll = initialized.filter((one) => one > tick)
  const [below, above] = [select(belowAll), select(aboveAll)]
  const ticks = (await Promise.all([...below.toReversed(), ...above].map(readTick))).filter((one) => one !== undefined)
  if (ticks.length < below.length + above.length) return undefined
  const [lowest, highest] = [around[0] as number, (around.at(-1) as number) + 1]
  return {
    ...price,
    liquidity,
    tickSpacing,
    ticks,
    from: below.length < belowAll.length ? (below.at(-1) as number) : lowest * 256 * tickSpacing,
    to: above.length < aboveAll.length ? (above.at(-1) as number) : (highest * 256 - 1) * tickSpacing,
  }
}

/** The bitmap word of the price and the words around it, two on either side if a word spans few ticks. */
function toWords({ tick, tickSpacing }: Pick<TickState, 'tick' | 'tickSpacing'>, more = 0): readonly number[] {
  const word = toWord(tick, tickSpacing)
  const reach = (tickSpacing < 10 ? 2 : 1) + more
  return Array.from({ length: 2 * reach + 1 }, (_, index) => word - reach + index)
}

/** Returns the indices of all bitmap words that can have a tick. */
export function toAllWords(tickSpacing: number): readonly number[] {
  const first = toWord(-maxTick, tickSpacing)
  return Array.from({ length: toWord(maxTick, tickSpacing) - first + 1 }, (_, index) => first + index)
}

const toWord = (tick: number, tickSpacing: number): number => Math.floor(Math.floor(tick / tickSpacing) / 256)

function toTicks(word: number, bitmap: bigint, tickSpacing: number): readonly number[] {
  const ticks: number[] = []
  for (let bit = 0, rest = bitmap; rest > 0n; bit++, rest >>= 1n)
    if (rest & 1n) ticks.push((word * 256 + bit) * tickSpacing)
  return ticks
}
