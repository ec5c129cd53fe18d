import { chainNames } from '@outrigger/api/contract'
import { wire } from '../data/client.ts'
import { useReading } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { Panel } from '../ui/panel.tsx'
import { Chains } from './overview/chains.tsx'
import { LastEvents } from './overview/lastEvents.tsx'
import { Tiles } from './overview/tiles.tsx'
import type { PageProps } from './page.ts'

/** State of the chains and of the node, then what changes, then the last events. */
export function Overview({ session }: PageProps) {
  const { scopes } = session.key
  const health = useReading(() => wire.oracleHealth(), { everyMs: 3000 })
  const maySeeProviders = isAllowed(scopes, ['admin:account'])
  const providers = useReading(async () => (maySeeProviders ? wire.accountProviders() : undefined), { everyMs: 5000 })
  const chains = chainNames.filter((name) => Object.hasOwn(health.data?.providers ?? {}, name))
  if (!isAllowed(scopes, ['read:blockchain']))
    return <p class="empty">The overview needs the scope read:blockchain, which this key lacks.</p>
  if (health.data === undefined)
    return (
      <Panel title="Chains" reading={health}>
        {''}
      </Panel>
    )
  return (
    <div class="stack">
      <Chains
        chains={chains}
        health={health}
        providers={providers.data}
        mayStream={isAllowed(scopes, ['stream:websocket'])}
      />
      <Tiles chains={chains} />
      <LastEvents providers={providers} />
    </div>
  )
}
