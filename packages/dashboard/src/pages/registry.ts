import { Overview } from './overview.tsx'
import type { Page } from './page.ts'

/** The pages in the order of the navigation. A new one is a file beside this one and a line here. */
export const pages: readonly Page[] = [{ id: 'overview', title: 'Overview', scopes: [], component: Overview }]
