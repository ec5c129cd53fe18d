import type { Hex } from 'viem'
import { computeExponential, maxUint64 } from './exponential.ts'

// Constants of ACP-176, table "Configuration Parameters"; the conversions are those of the C-Chain.
const minTargetPerSecond = 1_000_000n
const targetConversion = 1024n * 32_768n
const minGasPrice = 1n
const targetToPriceUpdateConversion = 87n

/**
 * Base fee of an Avalanche C-Chain block that follows `elapsedMs` after the one with this `extraData`, which starts
 * with three u64: capacity, excess and target excess after the block. Null for headers without that state.
 *
 * ACP-176: target T = P·e^(q/D); the excess falls by T a second; price = M·e^(x/(87·T)).
 */
export function computeAcp176BaseFee(extraData: Hex | null, elapsedMs: bigint): bigint | null {
  if (extraData === null || extraData.length < 2 + 48) return null
  const word = (index: number) => BigInt(`0x${extraData.slice(2 + 16 * index, 18 + 16 * index)}`)
  const target = computeExponential(minTargetPerSecond, word(2), targetConversion)
  const relief = (target * elapsedMs) / 1000n
  const excess = word(1) > relief ? word(1) - relief : 0n
  const conversion = target * targetToPriceUpdateConversion
  return computeExponential(minGasPrice, excess, conversion < maxUint64 ? conversion : maxUint64)
}
