import type { Address } from 'viem'
import type { UnloggedChanges } from '../protocol.ts'
import { cometAbi } from './lendingAbi.ts'
import { baseIndex, type CometMarket } from './market.ts'

/**
 * `transfer` and `transferAsset` of the base token show, by `Transfer`, only what was supplied before and after: a debt
 * that moves from one account to another has no log, and leaves the sum of debts as it was but for rounding. But every change of a
 * principal accrues interest first, and that leaves the block's time in `lastAccrualTime`.
 *
 * @see https://github.com/compound-finance/comet/issues/816
 */
export const unlogged: UnloggedChanges<CometMarket> = {
  mayExist(before, now) {
    const { lastAccrualTime } = now.stored
    if (lastAccrualTime !== before.stored.lastAccrualTime) return true
    // Blocks after the one that was read may have its time.
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
        // An account that owes nothing is in no book.
        return principal === known || (entries.length === 0 && principal >= 0n) ? [] : [address]
      }),
    )
    return changed.flat()
  },
}
