import type { lendingChains } from '@outrigger/api/contract'
import { useEffect, useState } from 'preact/hooks'
import { client, wire } from './client.ts'
import { type Reading, useReading, useReload } from './reading.ts'
import { type SeenOpportunities, toSeen } from './seenOpportunities.ts'

type Chain = (typeof lendingChains)[number]

/** Delay before a reload. One block often brings several opportunities, and one request covers them all. */
const settleMs = 250

/**
 * Returns the profitable liquidations of a chain. Reloads every 5 s and when the stream reports a new opportunity. Past
 * opportunities remain in the list, because a price may last for less than a second.
 */
export function useOpportunities(chain: Chain, mayStream: boolean): Reading<SeenOpportunities> {
  const [nudge, setNudge] = useState(0)
  useEffect(() => {
    if (!mayStream) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.liquidations.watch(chain, {
      onOpportunity() {
        timer ??= setTimeout(() => {
          timer = undefined
          setNudge((last) => last + 1)
        }, settleMs)
      },
      // The regular request reports the error.
      onError: () => {},
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [chain, mayStream])
  const readSeen = async (): Promise<SeenOpportunities> => {
    const {
      opportunities,
      skipped = [],
      total_profit_usd: totalUsd,
    } = await wire.defiOpportunities({ chain, limit: 200 })
    // Requested second, so that an opportunity that ends between the two requests is in this list.
    const ended = await wire.defiEndedOpportunities({ chain })
    return { seen: toSeen(opportunities, ended.opportunities), present: opportunities.length, skipped, totalUsd }
  }
  const reading = useReading(readSeen, { everyMs: 5000, of: [chain] })
  useReload(reading.reload, nudge)
  return reading
}
