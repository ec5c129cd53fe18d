import { type chainNames, lendingChains } from '@outrigger/api/contract'
import { wire } from '../data/client.ts'
import { formatExact } from '../data/format.ts'
import { useReading } from '../data/reading.ts'
import { toWatched } from '../data/transaction.ts'
import { Facts } from '../ui/facts.tsx'
import { BlockLink, Copyable } from '../ui/links.tsx'
import { OfSubject } from '../ui/ofSubject.tsx'
import { Panel } from '../ui/panel.tsx'
import { History } from './address/history.tsx'
import { PendingOf } from './address/pending.tsx'
import { PositionsOf } from './address/positions.tsx'
import type { PageProps } from './page.ts'

/** One address: its balance, lending positions, pending transactions and history. */
export function Address({ rest }: PageProps) {
  return (
    <OfSubject page="address" what="address" rest={rest}>
      {(chain, address) => <Answers chain={chain} address={address} />}
    </OfSubject>
  )
}

type OfAddress = { readonly chain: (typeof chainNames)[number]; readonly address: string }

function Answers({ chain, address }: OfAddress) {
  const lending = lendingChains.find((one) => one === chain)
  const watched = toWatched(chain)
  return (
    <div class="grid">
      <div class="wide">
        <Balance chain={chain} address={address} />
      </div>
      {lending !== undefined && (
        <div class="wide">
          <PositionsOf chain={lending} address={address} />
        </div>
      )}
      {watched !== undefined && (
        <div class="wide">
          <PendingOf chain={watched} address={address} />
        </div>
      )}
      <div class="wide">
        <History chain={chain} address={address} />
      </div>
    </div>
  )
}

function Balance({ chain, address }: OfAddress) {
  const reading = useReading(() => wire.blockchainBalance({ chain, address }), { everyMs: 10_000 })
  return (
    <Panel title={`Address on ${chain}`} note={<Copyable text={address} />} reading={reading} staleMs={30_000}>
      {({ data: { balance }, metadata: { as_of } }) => (
        <Facts
          whole
          facts={[
            ['Balance', formatExact(balance)],
            as_of !== undefined && ['At block', <BlockLink chain={chain} number={as_of.block} />],
          ]}
        />
      )}
    </Panel>
  )
}
