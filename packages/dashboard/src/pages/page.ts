import type { FunctionComponent } from 'preact'
import type { Session } from '../data/session.ts'

/** Props of every page. */
export type PageProps = {
  readonly session: Extract<Session, { readonly signed_in: true }>
  /** The segments of the path after the page's id. */
  readonly rest: readonly string[]
}

/** Groups of the navigation, in order. */
export const groups = ['Now', 'Market', 'Activity', 'Node'] as const

/** A page of the dashboard. */
export type Page = {
  /** The page's segment of the path, as in `#/gas`. */
  readonly id: string
  readonly title: string
  /** The group of the navigation that lists the page. Links and the search lead to pages without a group. */
  readonly group?: (typeof groups)[number]
  /** The chains that the page can show, if it shows one chain. The chain is the first segment after the id. */
  readonly chains?: readonly string[]
  /** A key needs one of these scopes to open the page. Without any, the page lists the missing scopes. */
  readonly scopes: readonly string[]
  readonly component: FunctionComponent<PageProps>
}
