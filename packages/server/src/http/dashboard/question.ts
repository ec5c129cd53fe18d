import type { Endpoint } from '@outrigger/api/contract'

/** A query of the dashboard that is not in the contract. */
export type Question = Pick<Endpoint, 'scopes' | 'area'> & {
  /** Path in the router's syntax: `/dashboard/mempool/:chain`. */
  readonly path: string
  /** @throws {ServiceError} */
  answer(params: Readonly<Record<string, string>>): object | Promise<object>
}
