import type { ChainProfile, Clock, Head } from '@outrigger/core'
import type { GasQuote } from '@outrigger/oracle'
import type { GasTier } from '@outrigger/oracle/internal'
import { computeChainNextBaseFee, type FeeHeader, toFeeBlock } from '@outrigger/oracle/internal'

/** The base fee changes with each block, but tips change slowly. */
const tipTtlMs = 300_000
/** Used if only the node knows the next base fee. */
const priceTtlMs = 12_000
/** If reading fails, the last values are used up to this age. */
const maxAgeMs = 600_000

/**
 * Creates a function that returns the price of gas in the block after a head, in wei. It adds the base fee, computed
 * from the header by the chain's own rule, and the tip of the fast tier, read every five minutes. If the header is
 * not sufficient for the rule, it reads both every 12 seconds.
 *
 * @throws the error of `get` if nothing was read within ten minutes
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
