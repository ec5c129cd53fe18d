import { chainNames, lendingChains, mempoolChains, oracleChains, swapChains } from '@outrigger/api/contract'
import { Address } from './address.tsx'
import { Alerts } from './alerts.tsx'
import { Analytics } from './analytics.tsx'
import { Api } from './api.tsx'
import { Block } from './block.tsx'
import { Components } from './components.tsx'
import { Gas } from './gas.tsx'
import { Keys } from './keys.tsx'
import { Liquidations } from './liquidations.tsx'
import { Mempool } from './mempool.tsx'
import { Mev } from './mev.tsx'
import { Overview } from './overview.tsx'
import type { Page } from './page.ts'
import { Prices } from './prices.tsx'
import { Providers } from './providers.tsx'
import { Search } from './search.tsx'
import { Swaps } from './swaps.tsx'
import { Token } from './token.tsx'
import { Transaction } from './transaction.tsx'

const read = ['read:blockchain']

/** All pages, in navigation order. To add a page, create a file in this folder and add a line here. */
export const pages: readonly Page[] = [
  { id: 'overview', title: 'Overview', group: 'Now', scopes: [], component: Overview },
  { id: 'gas', title: 'Gas', group: 'Market', chains: oracleChains, scopes: [], component: Gas },
  { id: 'prices', title: 'Prices', group: 'Market', chains: swapChains, scopes: read, component: Prices },
  { id: 'swaps', title: 'Swaps', group: 'Market', chains: swapChains, scopes: read, component: Swaps },
  { id: 'mempool', title: 'Mempool', group: 'Activity', chains: mempoolChains, scopes: read, component: Mempool },
  { id: 'mev', title: 'MEV', group: 'Activity', chains: mempoolChains, scopes: read, component: Mev },
  {
    id: 'liquidations',
    title: 'Liquidations',
    group: 'Activity',
    chains: lendingChains,
    scopes: read,
    component: Liquidations,
  },
  {
    id: 'analytics',
    title: 'Analytics',
    group: 'Activity',
    chains: chainNames,
    scopes: ['read:analytics'],
    component: Analytics,
  },
  { id: 'providers', title: 'Providers', group: 'Node', scopes: ['admin:account'], component: Providers },
  { id: 'alerts', title: 'Alerts', group: 'Node', scopes: ['read:blockchain', 'write:alerts'], component: Alerts },
  { id: 'keys', title: 'Keys and usage', group: 'Node', scopes: [], component: Keys },
  { id: 'api', title: 'API', group: 'Node', scopes: [], component: Api },
  { id: 'tx', title: 'Transaction', scopes: read, component: Transaction },
  { id: 'address', title: 'Address', scopes: read, component: Address },
  { id: 'block', title: 'Block', scopes: read, component: Block },
  { id: 'components', title: 'Components', scopes: [], component: Components },
  { id: 'token', title: 'Token', scopes: read, component: Token },
  { id: 'search', title: 'Search', scopes: read, component: Search },
]
