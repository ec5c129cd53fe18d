import type { Address } from 'viem'
import type { UnloggedChanges } from '../protocol.ts'
import { cometAbi } from './lendingAbi.ts'
import { baseIndex, type CometMarket } from './market.ts'

/**
 * `transfer` and `transferAsset` of the base token only emit a `Transfer` of supplied amounts. A debt that moves between
 * accounts has no log, and changes the sum of debts only by rounding. But every change of a principal accrues interest
 * first, which sets `lastAccrualTime` to the block's time.
 *
 * @see https://github.com/compound-finance/comet/issues/816
 */
export const unlogged: UnloggedChanges<CometMarket> = {
  mayExist(before, now) {
    const { lastAccrualTime } = now.stored
    if (lastAccrualTime !== before.stored.lastAccrualTime) return true
    // Later blocks may have the same time as the one that was read.
    const isNext = now.blockNumber === before.blockNumber + 1n && now.timestamp > before.timestamp
    return now.blockNumber !== before.blockNumber && lastAccrualTime === before.timestamp && !isNext
  },

  async findChanged(reader, { id }, accounts) {
    const changed = await Promise.all(
      accounts.map(async ({ address, entries }): Promise<readonly Address[]> => {
        const [principal] = await reader.read({
          address: id as Address,
          abi: cometAbi,
          functionName: 'userBasic',
          args: [address],
        })
        const base = entries.find(({ reserve }) => reserve === baseIndex)
        const known = (base?.supplied ?? 0n) - (base?.borrowed ?? 0n)
        // Accounts without debt are not in the book.
        return principal === known || (entries.length === 0 && principal >= 0n) ? [] : [address]
      }),
    )
    return changed.flat()
  },
}
