import { chainNames } from '@outrigger/api/contract'
import { OfChain } from '../ui/ofChain.tsx'
import { Metrics } from './analytics/metrics.tsx'
import { Network } from './analytics/network.tsx'
import { Trending } from './analytics/trending.tsx'
import type { PageProps } from './page.ts'

/** What the node counts from the blocks of a chain: metrics over time, the network and the most traded tokens. */
export function Analytics({ rest: [wanted] }: PageProps) {
  return (
    <OfChain page="analytics" possible={chainNames} wanted={wanted}>
      {(chain) => (
        <div class="grid" key={chain}>
          <div class="wide">
            <Metrics chain={chain} />
          </div>
          <Network chain={chain} />
          <Trending chain={chain} />
        </div>
      )}
    </OfChain>
  )
}
