import { useEffect, useState } from 'preact/hooks'
import { client, wire } from './client.ts'
import { ask } from './dashboardQuestions.ts'
import { type Reading, useReading, useReload } from './reading.ts'
import { type OverOpportunities, type SeenOpportunities, toSeen } from './seenOpportunities.ts'

type Chain = Parameters<typeof wire.defiOpportunities>[0]['chain']

/** Several come up with one block: they are asked for once. */
const settleMs = 250

/**
 * Liquidations that pay on a chain, asked for when the stream of them says that one has come up, and now and then. One
 * that is over stays in the list: a price may be back within a second.
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
      // The question says what is wrong.
      onError: () => {},
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [chain, mayStream])
  const readSeen = async (signal: AbortSignal): Promise<SeenOpportunities> => {
    const {
      opportunities,
      skipped = [],
      total_profit_usd: totalUsd,
    } = await wire.defiOpportunities({ chain, limit: 200 })
    // After what is there: what has left it meanwhile is over by now.
    const over = await ask<OverOpportunities>(`liquidations/${chain}/over`, signal)
    return { seen: toSeen(opportunities, over.opportunities), present: opportunities.length, skipped, totalUsd }
  }
  const reading = useReading(readSeen, { everyMs: 5000, of: [chain] })
  useReload(reading.reload, nudge)
  return reading
}
