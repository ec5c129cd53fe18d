import { Api } from './api.tsx'
import { Gas } from './gas.tsx'
import { Keys } from './keys.tsx'
import { Liquidations } from './liquidations.tsx'
import { Overview } from './overview.tsx'
import type { Page } from './page.ts'
import { Providers } from './providers.tsx'

/** The pages in the order of the navigation. A new one is a file beside this one and a line here. */
export const pages: readonly Page[] = [
  { id: 'overview', title: 'Overview', scopes: [], component: Overview },
  { id: 'gas', title: 'Gas', scopes: [], component: Gas },
  { id: 'providers', title: 'Providers', scopes: ['admin:account'], component: Providers },
  { id: 'liquidations', title: 'Liquidations', scopes: ['read:blockchain'], component: Liquidations },
  { id: 'keys', title: 'Keys and usage', scopes: [], component: Keys },
  { id: 'api', title: 'API', scopes: [], component: Api },
]
