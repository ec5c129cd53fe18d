import type { RunHashes } from '../../../access/keyring.ts'
import type { MetricsSnapshot } from '../../../metrics/metrics.ts'
import type { LogLevel, NodeConfig } from '../../../node/config.ts'
import { limitDefaults } from '../../../node/configDefaults.ts'

/** What the node sends to a worker. The listening socket is not sent: the worker inherits it as a file descriptor. */
export type Order =
  | {
      readonly kind: 'open'
      readonly settings: NodeConfig
      readonly log: LogLevel
      readonly restUrl: string | null
      readonly runHashes: RunHashes
    }
  /** Asks for its metrics. */
  | { readonly kind: 'read'; readonly id: number }
  | { readonly kind: 'close' }

/** What a worker says. */
export type Report =
  | { readonly kind: 'listening' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot }

/** The listening socket in a worker: after stdin, stdout, stderr and the channel of messages. */
export const socketFd = 4

/** After its requests a worker closes its providers and its ledger. */
const closeGraceMs = 10_000

/** So long a worker may take to close. */
export const toCloseMs = ({ limits = {} }: NodeConfig): number =>
  (limits.drainMs ?? limitDefaults.drainMs) + closeGraceMs
