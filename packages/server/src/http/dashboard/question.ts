import type { Endpoint } from '@outrigger/api/contract'

/** What a page of the dashboard asks beside the contract. */
export type Question = Pick<Endpoint, 'scopes' | 'area'> & {
  /** As the router takes it: `/dashboard/mempool/:chain`. */
  readonly path: string
  /** @throws {ServiceError} */
  answer(params: Readonly<Record<string, string>>): object | Promise<object>
}
