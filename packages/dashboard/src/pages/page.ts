import type { FunctionComponent } from 'preact'
import type { Session } from '../data/session.ts'

/** Props of every page. */
export type PageProps = {
  readonly session: Extract<Session, { readonly signed_in: true }>
  /** The segments of the path after the page's id. */
  readonly rest: readonly string[]
}

/** A page of the dashboard. */
export type Page = {
  /** The page's segment of the path, as in `#/gas`. */
  readonly id: string
  readonly title: string
  /** A key needs one of these scopes to open the page. Without any, the page lists the missing scopes. */
  readonly scopes: readonly string[]
  readonly component: FunctionComponent<PageProps>
}
