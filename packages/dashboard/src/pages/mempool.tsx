import { mempoolChains } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { anything, findFault, notWatched, type PendingWish, transactionTypes } from '../data/pending.ts'
import { isAllowed } from '../data/session.ts'
import { Choice } from '../ui/choice.tsx'
import { Input } from '../ui/input.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { LifecycleOf, outcomes } from './mempool/lifecycle.tsx'
import { LiveTable } from './mempool/liveTable.tsx'
import { Mix } from './mempool/mix.tsx'
import type { PageProps } from './page.ts'

const types = ['all', ...transactionTypes] as const

/** Pending transactions as they arrive, their classification, and their outcomes. */
export function Mempool({ session, rest: [wanted, outcome] }: PageProps) {
  const [wish, setWish] = useState(anything)
  const fault = findFault(wish)
  const mayStream = isAllowed(session.key.scopes, ['stream:websocket'])
  return (
    <OfChain
      page="mempool"
      possible={mempoolChains}
      wanted={wanted}
      why={notWatched}
      tools={<Filters wish={wish} onChange={setWish} />}
    >
      {(chain) => (
        <>
          {fault !== undefined && (
            <p class="failure" role="status">
              {fault}
            </p>
          )}
          <div class="grid" key={chain}>
            <div class="wide">
              {mayStream ? (
                <LiveTable chain={chain} wish={fault === undefined ? wish : anything} />
              ) : (
                <p class="empty">Live transactions need the scope stream:websocket, which this key lacks.</p>
              )}
            </div>
            <Mix chain={chain} />
            <LifecycleOf chain={chain} kind={outcomes.find((kind) => kind === outcome)} type={wish.type} />
          </div>
        </>
      )}
    </OfChain>
  )
}

type FiltersProps = { readonly wish: PendingWish; readonly onChange: (wish: PendingWish) => void }

function Filters({ wish, onChange }: FiltersProps) {
  return (
    <>
      <Choice label="Type" options={types} value={wish.type} onChange={(type) => onChange({ ...wish, type })} />
      <Input
        label="Minimum value"
        type="number"
        min={0}
        step="any"
        value={wish.minValue}
        onChange={(minValue) => onChange({ ...wish, minValue })}
      />
      <Input
        label="Sender or recipient"
        placeholder="0x…"
        value={wish.address}
        onChange={(address) => onChange({ ...wish, address: address.trim() })}
      />
      <label class="field row">
        <input type="checkbox" checked={wish.onlyMev} onChange={() => onChange({ ...wish, onlyMev: !wish.onlyMev })} />
        With MEV only
      </label>
    </>
  )
}
