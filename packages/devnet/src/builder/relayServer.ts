import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, type Hex, isHex, keccak256, recoverMessageAddress, toBytes } from 'viem'
import { type BuilderRelayName, needsSignature, type RelayOrder, readOrder } from './dialects.ts'
import { RefusedError } from './errors.ts'
import { listen } from './listen.ts'

/** What a relay does wrong from now on. */
export type RelayFault = {
  /** It reads requests so much later. */
  readonly delayMs?: number
  /** It takes connections and never answers. */
  readonly hang?: boolean
  /** It answers every request with this error. */
  readonly refuse?: string
  /** It answers that it has taken a bundle, and forgets it. */
  readonly drop?: boolean
  /** It takes a bundle and never comes to simulate it, which its statistics say. */
  readonly unsimulated?: boolean
  /** It takes a bundle, and breaks the connection instead of an answer. */
  readonly cut?: boolean
  /** It takes nothing, and answers every request with this. */
  readonly answer?: { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** It refuses every request with the headers and the address that it came with. */
  readonly echo?: boolean
}

/** A request as it came. */
export type Received = {
  readonly relay: BuilderRelayName
  readonly method: string
  readonly body: string
  /** Who has signed it; null without a signature. */
  readonly signer: Address | null
  readonly signature: string | null
  /** When its first byte was there. `performance.now()`. */
  readonly atMs: number
}

type Parts = {
  readonly relay: BuilderRelayName
  readonly onRequest: (received: Received) => void
  /** What is answered. @throws {RefusedError} */
  readonly onOrder: (order: RelayOrder, fault: RelayFault) => unknown
}

/** The JSON-RPC server of one relay. */
export async function createRelayServer({ relay, onRequest, onOrder }: Parts) {
  let fault: RelayFault = {}

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now()
    const body = await text(request)
    const header = request.headers['x-flashbots-signature']
    const signature = typeof header === 'string' ? header : null
    const { id = null, method = '', params } = JSON.parse(body) as { id?: unknown; method?: string; params?: unknown }
    onRequest({ relay, method, body, signer: await readSigner(signature, body), signature, atMs })
    if (fault.hang) return
    if (fault.delayMs !== undefined) await sleep(fault.delayMs)
    if (fault.answer !== undefined) {
      const { status = 200, headers = {}, body: text } = fault.answer
      response.writeHead(status, headers).end(text)
      return
    }
    const end = (answered: object) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answered }))
    try {
      if (fault.echo) throw new RefusedError(`who are you? ${request.url} ${JSON.stringify(request.headers)}`)
      if (fault.refuse !== undefined) throw new RefusedError(fault.refuse)
      if (needsSignature(relay) && signature === null) throw new RefusedError('signer address is required')
      await requireSignature(signature, body)
      const result = onOrder(readOrder(relay, method, params), fault)
      if (fault.cut) response.destroy()
      else end({ result })
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      end({ error: { code: -32000, message: error.message } })
    }
  }

  const server = await listen(answer)
  return {
    ...server,
    setFault(next: RelayFault) {
      fault = next
    },
  }
}

/** Whoever has signed the text of the body's hash; null without a signature that can be read. */
async function readSigner(header: string | null, body: string): Promise<Address | null> {
  const signature = header?.split(':')[1]
  if (!isHex(signature)) return null
  return recoverMessageAddress({ message: keccak256(toBytes(body)), signature: signature as Hex }).catch(() => null)
}

/** @throws {RefusedError} there is a signature, and it is another's */
async function requireSignature(header: string | null, body: string): Promise<void> {
  if (header === null) return
  const signer = await readSigner(header, body)
  if (signer === null || signer !== header.split(':')[0]) throw new RefusedError('invalid flashbots signature')
}
