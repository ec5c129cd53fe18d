import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Connection } from './callTool.ts'
import { createMcpServer } from './mcpServer.ts'

/** Serves MCP on stdin and stdout until stdin has ended and its requests are answered, or the signal is aborted. */
export async function serveStdio(connection: Connection, signal: AbortSignal): Promise<void> {
  const server = createMcpServer(connection)
  const transport = new StdioServerTransport()
  const ended = process.stdin.readableEnded ? undefined : once(process.stdin, 'end', { signal }).catch(() => {})
  await server.connect(transport)
  const answered = watchRequests(transport)
  await ended
  if (!signal.aborted) await Promise.race([answered(), once(signal, 'abort')])
  await server.close()
}

/** Returns a function that resolves when no request is open. */
function watchRequests(transport: StdioServerTransport): () => Promise<void> {
  const open = new Set<string | number>()
  let onIdle = () => {}
  const { onmessage, send } = transport
  transport.onmessage = (message) => {
    if ('id' in message && 'method' in message) open.add(message.id)
    onmessage?.(message)
  }
  transport.send = async (message) => {
    await send.call(transport, message)
    if (!('id' in message) || message.id === undefined || 'method' in message) return
    open.delete(message.id)
    if (open.size === 0) onIdle()
  }
  return async () => {
    if (open.size === 0) return
    await new Promise<void>((resolve) => {
      onIdle = resolve
    })
  }
}
