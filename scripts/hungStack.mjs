import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** URL at which Node listens for a debugger after SIGUSR1. */
const inspector = 'http://127.0.0.1:9229/json/list'

/**
 * Returns the current stack of a Node process as lines, even if it never returns to its event loop. Empty if it is idle.
 * Works for one process at a time, because all listen at the same port.
 */
export async function readStack(pid) {
  process.kill(pid, 'SIGUSR1')
  await sleep(1000)
  const [target] = await (await fetch(inspector)).json()
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const urls = new Map()
  return new Promise((resolve, reject) => {
    setTimeout(() => resolve([]), 3000).unref()
    socket.on('error', reject)
    socket.on('open', () => {
      for (const [id, method] of ['Debugger.enable', 'Debugger.pause'].entries())
        socket.send(JSON.stringify({ id, method }))
    })
    socket.on('message', (text) => {
      const { method, params } = JSON.parse(text)
      if (method === 'Debugger.scriptParsed') urls.set(params.scriptId, params.url)
      if (method === 'Debugger.paused') resolve(params.callFrames.map((frame) => toLine(frame, urls)))
    })
  }).finally(() => socket.terminate())
}

function toLine({ functionName, location: { scriptId, lineNumber, columnNumber } }, urls) {
  return `at ${functionName || '(anonymous)'} (${urls.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`
}
