import type { Hex } from 'viem'
import { computeExponential, maxUint64 } from './exponential.ts'

// Constants of ACP-176, table "Configuration Parameters", with the conversion constants of the C-Chain.
const minTargetPerSecond = 1_000_000n
const targetConversion = 1024n * 32_768n
const minGasPrice = 1n
const targetToPriceUpdateConversion = 87n

/**
 * Returns the base fee of an Avalanche C-Chain block that follows `elapsedMs` after the block with this `extraData`.
 * `extraData` starts with three u64: capacity, excess and target excess after the block. Returns null if they are
 * missing.
 *
 * ACP-176: target T = P·e^(q/D). The excess falls by T per second. The price is M·e^(x/(87·T)).
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
