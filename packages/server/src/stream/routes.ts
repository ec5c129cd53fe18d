import { type StreamPath, streams as streamPaths } from '@outrigger/api/contract'
import { toPathPattern } from '@outrigger/api/internal'

/** A WebSocket path of the contract. `connect` is the path for all streams. */
export type StreamRoute = Pick<StreamPath, 'credential' | 'summary'> & {
  readonly name: string
  readonly pattern: RegExp
  /** Index of the chain among the parts of the path. */
  readonly chainAt: number
}

export const streamRoutes: readonly StreamRoute[] = Object.entries<StreamPath>(streamPaths).map(
  ([name, { path, credential, summary }]) => ({
    name,
    credential,
    summary,
    pattern: toPathPattern(path),
    chainAt: path.split('/').indexOf('{chain}'),
  }),
)
