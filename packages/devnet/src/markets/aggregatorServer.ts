import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { serve } from '../listen.ts'
import { type AskedSwap, aggregatorForms, type MadeSwap } from './aggregatorForms.ts'
import type { VenueFault } from './marketServer.ts'

export type DevnetAggregator = keyof typeof aggregatorForms

/** A fault of an aggregator. `factor` scales the promised amount, `data` replaces the calldata. */
export type AggregatorFault = Omit<VenueFault, 'ageMs'> & { readonly data?: string }

export type AggregatorServerParameters = {
  /** Creates the transaction of a swap. Its router spends the input with a plain approval. */
  readonly make: (asked: AskedSwap) => Promise<MadeSwap>
}

export type AggregatorServer = {
  /** Base URL of each aggregator. */
  readonly urls: Readonly<Record<DevnetAggregator, string>>
  /** Sets the fault of an aggregator. An empty fault repairs it. */
  setFault(name: DevnetAggregator, fault: AggregatorFault): void
  /** Headers of all requests. */
  readonly seen: readonly { readonly name: DevnetAggregator; readonly headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

const names = Object.keys(aggregatorForms) as DevnetAggregator[]

/** Serves swap aggregators on 127.0.0.1 in the formats of 1inch, 0x, Velora, KyberSwap and Odos. */
export async function createAggregatorServer({ make }: AggregatorServerParameters): Promise<AggregatorServer> {
  const faults = new Map<DevnetAggregator, AggregatorFault>()
  const seen: { readonly name: DevnetAggregator; readonly headers: IncomingHttpHeaders }[] = []

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, first, path] = /^\/(\w+)(\/.*)$/.exec(url.pathname) ?? []
    const name = names.find((one) => one === first)
    if (name === undefined || path === undefined) return send(response, 404, '{}')
    seen.push({ name, headers: request.headers })
    const { factor = 1, data, ...fault } = faults.get(name) ?? {}
    if (fault.hangs) return
    if (fault.isDead) return void response.destroy()
    if (fault.status !== undefined) return send(response, fault.status, '{}')
    const answer = await aggregatorForms[name]({
      path,
      query: url.searchParams,
      body: await readJson(request),
      async make(asked) {
        const made = await make(asked)
        const amountOut = (made.amountOut * BigInt(Math.round(factor * 10_000))) / 10_000n
        return { ...made, amountOut, data: data ?? made.data }
      },
    })
    if (answer === undefined) return send(response, 404, '{}')
    const text = JSON.stringify(answer)
    send(response, 200, fault.edit?.(text) ?? text, fault.isCut)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => send(response, 500, '{}'))
  })
  const { url, close } = await serve(server)
  return {
    urls: Object.fromEntries(names.map((name) => [name, `${url}/${name}`])) as Record<DevnetAggregator, string>,
    setFault: (name, fault) => void faults.set(name, fault),
    seen,
    close,
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

const send = (response: ServerResponse, status: number, text: string, isCut = false): void => {
  if (response.headersSent) return
  const bytes = Buffer.from(text)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  if (isCut) response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
  else response.end(bytes)
}
