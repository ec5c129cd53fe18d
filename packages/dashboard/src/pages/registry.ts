import { Alerts } from './alerts.tsx'
import { Api } from './api.tsx'
import { Gas } from './gas.tsx'
import { Keys } from './keys.tsx'
import { Liquidations } from './liquidations.tsx'
import { Mempool } from './mempool.tsx'
import { Mev } from './mev.tsx'
import { Overview } from './overview.tsx'
import type { Page } from './page.ts'
import { Providers } from './providers.tsx'

/** The pages in navigation order. To add a page, create a file in this folder and add a line here. */
export const pages: readonly Page[] = [
  { id: 'overview', title: 'Overview', scopes: [], component: Overview },
  { id: 'gas', title: 'Gas', scopes: [], component: Gas },
  { id: 'providers', title: 'Providers', scopes: ['admin:account'], component: Providers },
  { id: 'liquidations', title: 'Liquidations', scopes: ['read:blockchain'], component: Liquidations },
  { id: 'mempool', title: 'Mempool', scopes: ['read:blockchain'], component: Mempool },
  { id: 'mev', title: 'MEV', scopes: ['read:blockchain'], component: Mev },
  { id: 'alerts', title: 'Alerts', scopes: ['read:blockchain', 'write:alerts'], component: Alerts },
  { id: 'keys', title: 'Keys and usage', scopes: [], component: Keys },
  { id: 'api', title: 'API', scopes: [], component: Api },
]
