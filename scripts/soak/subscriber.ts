import { once } from 'node:events'
import { sleep } from '@outrigger/core'
import { WebSocket } from 'ws'
import type { Site } from './clients.ts'
import { note } from './tally.ts'

type Head = { readonly number: string; readonly hash: string; readonly parentHash: string }
type Log = { readonly blockNumber: string; readonly removed?: boolean }

const silentMs = 30_000

/**
 * Follows heads and logs over the gateway's socket. The chain has no reorgs and exactly one log per block, so each head and
 * log must follow the previous one. A closed socket is reopened and starts a new count.
 */
export async function runSubscriber(site: Site): Promise<void> {
  const { tally, signal } = site
  while (!signal.aborted) {
    await follow(site).catch(() => {})
    if (signal.aborted) return
    tally.reconnects += 1
    await sleep(1000, signal)
  }
}

async function follow({ gatewayWs, chain, apiKey, truth, tally, fault, signal }: Site): Promise<void> {
  const socket = new WebSocket(`${gatewayWs}/${chain}/ws`, { headers: { 'x-api-key': apiKey } })
  const stop = () => socket.terminate()
  signal.addEventListener('abort', stop, { once: true })
  const closed = once(socket, 'close')
  // A close event follows and is counted.
  closed.catch(() => {})
  socket.on('error', () => {})
  const wrong = (what: string) => note(tally, 'wrong', `${what} at head ${truth.head} (${fault()})`)
  const kinds = new Map<string, 'heads' | 'logs'>()
  let head: Head | undefined
  let logBlock: number | undefined
  let heardAt = performance.now()
  const watchdog = setInterval(() => {
    if (performance.now() - heardAt < silentMs) return
    wrong(`no head for ${silentMs} ms on an open socket`)
    socket.terminate()
  }, 1000)

  const onHead = (next: Head) => {
    heardAt = performance.now()
    tally.heads += 1
    if (head && (Number(next.number) !== Number(head.number) + 1 || next.parentHash !== head.hash))
      wrong(`head ${Number(next.number)} after ${Number(head.number)}`)
    head = next
  }
  const onLog = ({ blockNumber, removed }: Log) => {
    tally.logs += 1
    const block = Number(blockNumber)
    if (removed || (logBlock !== undefined && block !== logBlock + 1)) wrong(`log of ${block} after ${logBlock}`)
    logBlock = block
  }
  socket.on('open', () => {
    for (const [id, params] of [['newHeads'], ['logs', {}]].entries())
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
  })
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString()) as {
      id?: number
      result?: string
      params?: { subscription: string; result: unknown }
    }
    if (message.id !== undefined) {
      if (message.result === undefined) socket.terminate()
      else kinds.set(message.result, message.id === 0 ? 'heads' : 'logs')
    } else if (message.params) {
      const { subscription, result } = message.params
      if (kinds.get(subscription) === 'heads') onHead(result as Head)
      else onLog(result as Log)
    }
  })
  try {
    await closed
  } finally {
    clearInterval(watchdog)
    signal.removeEventListener('abort', stop)
  }
}
