import type { ChainProfile, Clock, Head } from '@outrigger/core'
import type { GasQuote } from '@outrigger/oracle'
import type { GasTier } from '@outrigger/oracle/internal'
import { computeChainNextBaseFee, type FeeHeader, toFeeBlock } from '@outrigger/oracle/internal'

/** The base fee is of each block; what is bid beyond it moves slowly. */
const tipTtlMs = 300_000
/** Where only the node knows the next base fee. */
const priceTtlMs = 12_000
/** What was read last is better than nothing for so long. */
const maxAgeMs = 600_000

/**
 * The price of gas in the block after a head, wei: the base fee by the chain's own rule from the header, and the tip of
 * the fast tier. Asks for that every five minutes; where the rule needs more than the header, for both every 12 s.
 *
 * @throws whatever `get` throws where nothing was read within ten minutes
 * @example
 * const readWeiPerGas = createGasReader(chains.ethereum, () => getGasPrice(client), systemClock)
 * await readWeiPerGas(head.header)
 */
export function createGasReader(
  chain: ChainProfile,
  get: () => Promise<Pick<GasQuote, 'tiers'>>,
  clock: Clock,
): (header: Head['header']) => Promise<bigint> {
  let fast: GasTier = { baseFeePerGas: 0n, maxPriorityFeePerGas: 0n, maxFeePerGas: 0n }
  let readAtMs = Number.NEGATIVE_INFINITY
  return async (header) => {
    const block = toFeeBlock(header as unknown as FeeHeader)
    const next = block && computeChainNextBaseFee(chain, block)
    const ageMs = clock.now() - readAtMs
    if (ageMs > (next === null ? priceTtlMs : tipTtlMs))
      try {
        fast = (await get()).tiers.fast
        readAtMs = clock.now()
      } catch (cause) {
        if (ageMs > maxAgeMs) throw cause
      }
    return (next ?? fast.baseFeePerGas) + fast.maxPriorityFeePerGas
  }
}
