import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, type Hex, isHex, keccak256, recoverMessageAddress, toBytes } from 'viem'
import { type BuilderRelayName, needsSignature, type RelayOrder, readOrder } from './dialects.ts'
import { RefusedError } from './errors.ts'
import { listen } from './listen.ts'

/** Faults of a relay. */
export type RelayFault = {
  /** Delays requests by this many milliseconds. */
  readonly delayMs?: number
  /** Accepts connections and never answers. */
  readonly hang?: boolean
  /** Answers every request with this error. */
  readonly refuse?: string
  /** Accepts bundles and drops them. */
  readonly drop?: boolean
  /** Accepts bundles and never simulates them. Its statistics show this. */
  readonly unsimulated?: boolean
  /** Accepts bundles and closes the connection without an answer. */
  readonly cut?: boolean
  /** Accepts nothing and answers every request with this. */
  readonly answer?: { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Rejects every request with an error that contains its URL and headers. */
  readonly echo?: boolean
}

/** A received request. */
export type Received = {
  readonly relay: BuilderRelayName
  readonly method: string
  readonly body: string
  /** Address of the signer. Null without a valid signature. */
  readonly signer: Address | null
  readonly signature: string | null
  /** Time of its first byte, from `performance.now()`. */
  readonly atMs: number
}

type Parts = {
  readonly relay: BuilderRelayName
  readonly onRequest: (received: Received) => void
  /** Returns the result of an order. @throws {RefusedError} */
  readonly onOrder: (order: RelayOrder, fault: RelayFault) => unknown
}

/** Creates the JSON-RPC server of a relay. */
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
    const answered = await takeOrder().then(
      (result) => ({ result }),
      (error) => {
        if (!(error instanceof RefusedError)) throw error
        return { error: { code: -32000, message: error.message } }
      },
    )
    if (fault.cut && 'result' in answered) response.destroy()
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answered }))

    async function takeOrder(): Promise<unknown> {
      if (fault.echo) throw new RefusedError(`who are you? ${request.url} ${JSON.stringify(request.headers)}`)
      if (fault.refuse !== undefined) throw new RefusedError(fault.refuse)
      if (needsSignature(relay) && signature === null) throw new RefusedError('signer address is required')
      await requireSignature(signature, body)
      return onOrder(readOrder(relay, method, params), fault)
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

/** Recovers the signer of the body's hash as text. Returns null without a readable signature. */
async function readSigner(header: string | null, body: string): Promise<Address | null> {
  const signature = header?.split(':')[1]
  if (!isHex(signature)) return null
  return recoverMessageAddress({ message: keccak256(toBytes(body)), signature: signature as Hex }).catch(() => null)
}

/** @throws {RefusedError} the signature does not match its address */
async function requireSignature(header: string | null, body: string): Promise<void> {
  if (header === null) return
  const signer = await readSigner(header, body)
  if (signer === null || signer !== header.split(':')[0]) throw new RefusedError('invalid flashbots signature')
}
