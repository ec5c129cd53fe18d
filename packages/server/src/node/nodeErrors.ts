import { OutriggerError } from '@outrigger/core'

/**
 * The node cannot listen: the port is taken, or the host or port is not allowed. Choose another port. Port 0 picks a
 * free one.
 */
export class ListenError extends OutriggerError {
  readonly code = 'LISTEN'
  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const reason =
      cause.code === 'EADDRINUSE'
        ? 'something else listens there; choose another port, or 0 for a free one'
        : cause.message
    super(`Cannot listen on ${host}:${port}: ${reason}.`, { cause })
  }
}

/** The node is closed and cannot listen or use a chain. Create another node. */
export class NodeClosedError extends OutriggerError {
  readonly code = 'NODE_CLOSED'
  constructor() {
    super('The node is closed. Create another node.')
  }
}
