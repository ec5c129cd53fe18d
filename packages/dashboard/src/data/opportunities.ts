import { useEffect, useRef, useState } from 'preact/hooks'
import { client, wire } from './client.ts'
import { type Reading, useReading, useReload } from './reading.ts'
import { isPresent, mergeSeen, type SeenOpportunities, type SeenOpportunity } from './seenOpportunities.ts'

type Chain = Parameters<typeof wire.defiOpportunities>[0]['chain']

/** Several come up with one block: they are asked for once. */
const settleMs = 250

/**
 * Liquidations that pay on a chain, asked for when the stream of them says that one has come up, and now and then. One
 * that is over stays in the list: a price may be back within a second.
 */
export function useOpportunities(chain: Chain, mayStream: boolean): Reading<SeenOpportunities> {
  const seen = useRef<readonly SeenOpportunity[]>([])
  const [nudge, setNudge] = useState(0)
  useEffect(() => {
    seen.current = []
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
  const ask = async () => {
    const answer = await wire.defiOpportunities({ chain, limit: 200 })
    seen.current = mergeSeen(seen.current, answer.opportunities, Date.now())
    const present = seen.current.filter(isPresent).length
    return { seen: seen.current, present, skipped: answer.skipped ?? [], totalUsd: answer.total_profit_usd }
  }
  const reading = useReading(ask, { everyMs: 5000, of: [chain] })
  useReload(reading.reload, nudge)
  return reading
}
