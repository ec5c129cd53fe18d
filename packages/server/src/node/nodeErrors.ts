import { OutriggerError } from '@outrigger/core'

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

export class NodeClosedError extends OutriggerError {
  readonly code = 'NODE_CLOSED'
  constructor() {
    super('The node is closed and listens no more. Create another one.')
  }
}
