import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createAnvil } from '@outrigger/devnet'
import { createNode } from '../createNode.ts'

const connections = 32
const rounds = 8
const roundMs = 1500

/** Run by `npm run bench`: the node's cached gas answer against a bare server that sends the same bytes. */
export const suite = { name: 'oracle over HTTP', run }

async function run() {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  const node = await startServer({ kind: 'node', rpcUrl: anvil.rpcUrl })
  const path = '/api/v1/oracle/gas/ethereum'
  const bare = await startServer({ kind: 'bare', answer: await readAnswer(node.port, path) })
  try {
    // Rounds alternate, so that other load on the machine affects both.
    const rates = { node: [] as number[], bare: [] as number[] }
    for (let round = -1; round < rounds; round += 1)
      for (const [name, { port }] of [['node', node] as const, ['bare', bare] as const]) {
        const rate = await measure(port, path)
        if (round >= 0) rates[name].push(rate)
      }
    const ratios = rates.node.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN))
    return [
      { name: 'bare node:http', value: median(rates.bare), unit: 'req/s' },
      { name: 'GET /v1/oracle/gas/{chain} from cache', value: median(rates.node), unit: 'req/s' },
      { name: 'share of bare node:http', value: median(ratios), unit: 'x', bar: { atLeast: 0.7 } },
    ]
  } finally {
    node.stop()
    bare.stop()
  }
}

type Answer = { readonly headers: readonly string[]; readonly body: string }
type Order = { readonly kind: 'node'; readonly rpcUrl: string } | { readonly kind: 'bare'; readonly answer: Answer }

// Each server has its own process, so that the client does not use its thread.
async function startServer(order: Order): Promise<{ readonly port: number; stop(): void }> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(order)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new RangeError(`The ${order.kind} server ended with code ${code}.`)))
  })
  return { port, stop: () => void child.kill() }
}

async function serve(order: Order): Promise<number> {
  if (order.kind === 'node') {
    const node = await createNode({ chains: { ethereum: { endpoints: [order.rpcUrl] } } })
    await node.gas.get('ethereum')
    return (await node.listen({ port: 0, gatewayPort: 0 })).port
  }
  const { body } = order.answer
  const server = createServer((_, response) => response.writeHead(200, [...order.answer.headers]).end(body))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
}

if (process.argv[2] === 'serve' && process.send)
  process.once('message', async (order: Order) => process.send?.(await serve(order)))

/** Reads the node's answer, without the headers that Node adds. */
async function readAnswer(port: number, path: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const headers = [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  return { headers: headers.flat(), body: await response.text() }
}

/** Measures answers per second over keep-alive connections. Each connection sends its next request when it is answered. */
async function measure(port: number, path: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`
  const endsAt = performance.now() + roundMs
  const startedAt = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => ask(port, request, endsAt)))
  return (counts.reduce((sum, count) => sum + count) / (performance.now() - startedAt)) * 1000
}

function ask(port: number, request: string, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let answers = 0
    let received = ''
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (received.length < head + 4 + length) return
      if (!received.startsWith('HTTP/1.1 200')) return reject(new RangeError(`Unexpected answer: ${received}`))
      answers += 1
      received = ''
      if (performance.now() < endsAt) return socket.write(request)
      socket.destroy()
      resolve(answers)
    })
  })
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
