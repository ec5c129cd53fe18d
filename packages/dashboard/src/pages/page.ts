import type { FunctionComponent } from 'preact'
import type { Session } from '../data/session.ts'

/** What every page is given. */
export type PageProps = {
  readonly session: Extract<Session, { readonly signed_in: true }>
  /** The parts of the address behind the page's own. */
  readonly rest: readonly string[]
}

/** A page of the dashboard. */
export type Page = {
  /** Its part of the address, as in `#/gas`. */
  readonly id: string
  readonly title: string
  /** A key with any of them sees all of it; without any of them the page says which one is missing. */
  readonly scopes: readonly string[]
  readonly component: FunctionComponent<PageProps>
}
