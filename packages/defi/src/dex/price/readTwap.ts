import { parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { TickPool } from '../poolState.ts'
import type { PricedPair } from './poolPrice.ts'

const abi = parseAbi(['function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[])'])

/** Longest first. A pool's oracle cardinality limits how far back it reaches. */
const windowsSeconds = [1_800, 600, 120] as const

type Twap = { readonly price: number; readonly windowSeconds: number }

/**
 * Reads the time-weighted geometric mean of a pool's price from its own oracle. Returns null if the oracle reaches back
 * less than two minutes. Source: `OracleLibrary.consult` of Uniswap V3's periphery: the mean tick, rounded down.
 */
export async function readTwap(reader: BlockReader, pool: TickPool, pair: PricedPair): Promise<Twap | null> {
  const answers = await Promise.all(
    windowsSeconds.map((seconds) =>
      reader.tryRead({ address: pool.address, abi, functionName: 'observe', args: [[seconds, 0]] }),
    ),
  )
  const index = answers.findIndex((answer) => answer !== undefined)
  const [from, to] = answers[index]?.[0] ?? []
  const windowSeconds = windowsSeconds[index]
  if (from === undefined || to === undefined || windowSeconds === undefined) return null
  const tick = Math.floor(Number(to - from) / windowSeconds)
  // The tick is the price of the first token in the second. The requested price may be the inverse.
  const raw = 1.0001 ** (pool.tokens[0] === pair.token ? tick : -tick)
  return { price: raw * 10 ** (pair.tokenDecimals - pair.baseDecimals), windowSeconds }
}
