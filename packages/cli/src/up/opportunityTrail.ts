import type { OutriggerNode } from '@outrigger/server'
import { formatPercent, formatUsds } from '../output/format.ts'

/** Opportunities, the newest first. `isSearched` is true if detection runs. */
export type OpportunityTrail = {
  readonly isSearched: boolean
  readonly found: readonly { readonly atMs: number; readonly text: string }[]
}

const eth = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const mostKept = 3

/** Listens to every open scanner and mempool of a node. `look` adds those that were opened since. */
export function createOpportunityTrail({ lending, mempools }: Pick<OutriggerNode, 'lending' | 'mempools'>) {
  const stops = new Map<object, () => void>()
  let found: OpportunityTrail['found'] = []
  const add = (text: string) => {
    found = [{ atMs: Date.now(), text }, ...found].slice(0, mostKept)
  }
  return {
    look(): OpportunityTrail {
      for (const scanner of lending.opened())
        if (!stops.has(scanner))
          stops.set(
            scanner,
            scanner.on('opportunity', ({ chain, protocol, netProfitUsd }) =>
              add(`${chain} liquidation on ${protocol}, ${formatUsds([netProfitUsd])[0]}`),
            ),
          )
      for (const watcher of mempools.opened())
        if (!stops.has(watcher))
          stops.set(
            watcher,
            watcher.watch({ onlyMev: true }, ({ mev }) => {
              if (mev === null || mev.type === 'liquidation') return
              const confidence = formatPercent(mev.confidence)
              add(`${mev.type} in the mempool, ${eth.format(mev.estimatedProfitEth)} ETH, ${confidence} sure`)
            }),
          )
      return { isSearched: stops.size > 0, found }
    },
    close(): void {
      for (const stop of stops.values()) stop()
    },
  }
}
