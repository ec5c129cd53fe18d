import type { FindingsReading } from '@outrigger/api'
import type { mempoolChains } from '@outrigger/api/contract'
import { useEffect } from 'preact/hooks'
import { client } from './client.ts'
import { type Reading, useReading } from './reading.ts'

type Chain = (typeof mempoolChains)[number]

/** Maximum number of findings in the table. */
const mostFindings = 200
/** Shortest time between two updates of the table. */
const drawEveryMs = 500

/** Lists the current findings of a chain, again whenever the stream reports a change. */
export function useFindings(chain: Chain): Reading<FindingsReading> {
  const reading = useReading(() => client.mev.getFindings(chain, { limit: mostFindings }), {
    everyMs: 5000,
    of: [chain],
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reloadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        reading.reload()
      }, drawEveryMs)
    }
    const stop = client.mev.watch(chain, {
      onFound: reloadSoon,
      onChanged: reloadSoon,
      onGone: reloadSoon,
      // The list reports failures.
      onError: () => {},
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [chain])
  return reading
}
