import { sleep } from '@outrigger/core'
import type { Truth } from '../../packages/core/src/providers/fixtures/questions.ts'
import { note, type Tally } from './tally.ts'

/** URLs of a node, and the state that its clients share. */
export type Site = {
  readonly rest: string
  readonly gatewayHttp: string
  readonly gatewayWs: string
  readonly apiKey: string
  readonly chain: string
  readonly truth: Truth
  readonly tally: Tally
  /** Returns the current faults as text. */
  readonly fault: () => string
  readonly signal: AbortSignal
}

const giveUpMs = 15_000
/** Gas prices are served from memory for a few seconds. */
const gasLagBlocks = 5n

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(giveUpMs) })
  const body = (await response.json()) as unknown
  if (!response.ok) throw new TypeError(`status ${response.status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

/** Queries, checks and pauses until the end. `ask` returns what is wrong with the answer, or null. */
async function repeat(
  { tally, fault, signal }: Site,
  pauseMs: number,
  ask: () => Promise<string | null>,
): Promise<void> {
  while (!signal.aborted) {
    const before = fault()
    try {
      const wrong = await ask()
      if (wrong === null) tally.right += 1
      else note(tally, 'wrong', `${wrong} (${before} → ${fault()})`)
    } catch (error) {
      if (!signal.aborted) note(tally, 'unanswered', `${String(error)} (${before} → ${fault()})`)
    }
    await sleep(pauseMs * (0.5 + Math.random()), signal)
  }
}

/** Reads through the gateway over HTTP. */
export function runRpcClient(site: Site, client: number): Promise<void> {
  const { gatewayHttp, chain, apiKey, truth } = site
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  let turn = client
  return repeat(site, 500, async () => {
    const { method, params, read, isRight } = truth.toQuestion(turn++)
    const body = JSON.stringify({ jsonrpc: '2.0', id: turn, method, params })
    const answer = (await fetchJson(`${gatewayHttp}/${chain}/rpc`, { method: 'POST', headers, body })) as {
      id: unknown
      result?: unknown
      unconfirmed?: true
    }
    if (answer.id !== turn) return `${method} was answered under id ${String(answer.id)}`
    // An answer that is marked as unconfirmed counts neither as an answer nor as wrong.
    if (answer.result === undefined || answer.unconfirmed) throw new TypeError(`${method}: ${JSON.stringify(answer)}`)
    const value = read(answer.result)
    return isRight(value) ? null : `${method} was answered with ${value} at head ${truth.head}`
  })
}

/** Returns the number of hedged calls of a node since its start. */
export async function getHedges(rest: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', rest))).text()
  const counts = [...text.matchAll(/^outrigger_upstream_hedges_total\{[^}]*\} (\d+)/gm)].map(([, count]) =>
    Number(count),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Waits until a new node has read its first gas price. */
export async function waitUntilReady({ rest, chain, signal }: Site): Promise<void> {
  for (let attempt = 0; attempt < 60 && !signal.aborted; attempt += 1) {
    if (await fetchJson(`${rest}/v1/oracle/gas/${chain}`, {}).catch(() => null)) return
    await sleep(500, signal)
  }
}

/** Polls the gas oracle. */
export function runGasClient(site: Site): Promise<void> {
  const { rest, chain, truth } = site
  return repeat(site, 2000, async () => {
    const gas = (await fetchJson(`${rest}/v1/oracle/gas/${chain}`, {})) as {
      block_number: number
      stale: boolean
      standard: { max_fee_gwei: number }
    }
    const { head } = truth
    const block = BigInt(gas.block_number)
    if (!(gas.standard.max_fee_gwei > 0)) return `gas price ${gas.standard.max_fee_gwei}`
    const isFresh = block >= head - gasLagBlocks && block <= head + 1n
    return isFresh || gas.stale ? null : `gas of block ${block} at head ${head}`
  })
}
