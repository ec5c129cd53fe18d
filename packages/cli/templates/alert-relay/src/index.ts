// Receives alerts of a node as signed webhooks (www.standardwebhooks.com), verifies each and forwards it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseEnv } from 'node:util'

// Variables that are already set take precedence. TextDecoder removes the byte order mark that some editors write.
const file = existsSync('.env') ? parseEnv(new TextDecoder().decode(readFileSync('.env'))) : {}
Object.assign(process.env, { ...file, ...process.env })
const { WEBHOOK_SECRET = '', PORT, RELAY_URL } = process.env
if (!/^whsec_.+/.test(WEBHOOK_SECRET)) {
  console.error('Set WEBHOOK_SECRET in .env; `outrigger alerts secret` prints it.')
  process.exit(2)
}
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
const maxAgeSeconds = 300
const maxBytes = 1_000_000
/** Ids of forwarded alerts. The node may deliver an alert more than once. */
const done = new Set<string>()

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > maxBytes) return void response.writeHead(413).end()
      chunks.push(chunk as Buffer)
    }
    const body = Buffer.concat(chunks).toString('utf8')
    const fault = findFault(request.headers, body)
    if (fault !== null) {
      console.error(`refused: ${fault}`)
      return void response.writeHead(401).end()
    }
    await passOn(String(request.headers['webhook-id']), body)
    response.writeHead(204).end()
  } catch (error) {
    // The node retries.
    console.error(`not passed on: ${(error as Error).message}`)
    response.writeHead(502).end()
  }
})
server.listen(Number(PORT || 9090), '127.0.0.1', () => {
  console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGINT', () => server.close())

/** Returns the reason why a webhook cannot be trusted, or null if it can. The signed text is `id.timestamp.body`. */
function findFault(headers: IncomingHttpHeaders, body: string): string | null {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (!id || !timestamp || !signatures) return 'it is not signed'
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= maxAgeSeconds)) return 'its time is too far from now'
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // During the rotation of a secret there are two signatures.
  const isSigned = signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? null : 'the signature is wrong'
}

async function passOn(id: string, body: string): Promise<void> {
  if (done.has(id)) return
  const { event, alert, current_value } = JSON.parse(body) as {
    event: string
    alert?: { name?: string; condition?: string; threshold?: number }
    current_value?: number
  }
  const text = `${event}: ${alert?.name ?? '?'} is ${current_value ?? '?'}, ${alert?.condition ?? ''} ${alert?.threshold ?? ''}`
  if (RELAY_URL) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(RELAY_URL, { method: 'POST', headers, body: JSON.stringify({ text }) })
    if (!answer.ok) throw new Error(`${new URL(RELAY_URL).host} answered ${answer.status}`)
  }
  done.add(id)
  console.log(`verified ${text}`)
}
