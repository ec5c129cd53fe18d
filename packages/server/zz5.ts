import { createAnvil } from '@outrigger/devnet'
import { createNode } from './src/node.ts'
import WebSocket from 'ws'
import { connect } from 'node:net'
await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
const node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, streams: { sockets: 2 }, log: 'silent' } as any)
const at = await node.listen({ port: 0, gatewayPort: 0 })
const key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
const url = `${at.wsUrl}/api/v1/mempool/ethereum/stream`
const all: WebSocket[] = []
const open = await Promise.all(Array.from({ length: 12 }, () => new Promise<string>((r) => { const s = new WebSocket(url, { headers: { 'x-api-key': key } }); s.on('open', () => r('open')); s.on('error', (e) => r(e.message)); all.push(s) })))

console.log(open.join(' '))
for (const s of all) s.terminate()
await new Promise((r) => setTimeout(r, 500))

const c = new WebSocket(url, { headers: { 'x-api-key': key } })
await new Promise((r) => c.once('open', r))
c.on('close', (code, reason) => console.log('closed', code, String(reason)))
c.on('error', (e) => console.log('err', e.message))
await new Promise((r) => setTimeout(r, 300))
;(c as any)._socket.pause()
const rss0 = process.memoryUsage()
const t0 = Date.now(); let n = 0
while (Date.now() - t0 < 6000 && c.readyState === 1) { for (let i = 0; i < 2000; i++) { c.ping(Buffer.alloc(125)); n += 131 } while ((c as any)._socket.writableLength > 2e6 && Date.now() - t0 < 6000) await new Promise((r) => setTimeout(r, 5)); await new Promise((r) => setImmediate(r)) }
const m = process.memoryUsage()
console.log('sent MB', n / 1e6, 'rss grew MB', (m.rss - rss0.rss) / 1e6, 'ext', (m.external - rss0.external) / 1e6, 'heap', (m.heapUsed - rss0.heapUsed) / 1e6, 'client buffer', (c as any)._socket.writableLength / 1e6)
c.terminate()
await node.close()
