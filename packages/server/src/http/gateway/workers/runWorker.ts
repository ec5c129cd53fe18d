import { redactText } from '@outrigger/core/internal'
import { type Order, type Report, toCloseMs } from './messages.ts'
import type { WorkerNode } from './workerNode.ts'

/** Serves until the node sends `close`, SIGTERM comes, or the node has ended. */
export function runWorker(self: NodeJS.Process): void {
  let node: Promise<WorkerNode> | undefined
  let closeMs = toCloseMs({})
  let isClosing = false
  const report = (message: Report) => void (self.connected && self.send?.(message))

  async function open(order: Order & { readonly kind: 'open' }): Promise<WorkerNode> {
    const { openWorkerNode } = await import('./workerNode.ts')
    return openWorkerNode(order)
  }
  function fail(error: unknown): void {
    self.exitCode = 1
    report({ kind: 'failed', message: redactText(error instanceof Error ? error.message : String(error)) })
    void close()
  }
  async function close(): Promise<void> {
    if (isClosing) return
    isClosing = true
    setTimeout(() => self.exit(), closeMs)
    await node?.then((opened) => opened.close()).catch(() => {})
    self.exit()
  }

  self.on('message', async (order: Order) => {
    if (order.kind === 'close') return void close()
    if (order.kind === 'open') {
      closeMs = toCloseMs(order.settings)
      node = open(order)
      return void node.then(() => report({ kind: 'listening' }), fail)
    }
    const snapshot = await node?.then((opened) => opened.snapshot()).catch(() => undefined)
    if (snapshot !== undefined) report({ kind: 'metrics', id: order.id, snapshot })
  })
  self.on('disconnect', close).on('SIGTERM', close).on('uncaughtException', fail)
  // A terminal sends it to the node as well, which then tells its workers to close.
  self.on('SIGINT', () => {})
}
