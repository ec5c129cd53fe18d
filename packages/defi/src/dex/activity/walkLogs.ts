import { type Address, type Hex, type PublicClient, toHex } from 'viem'

type LogQuery = {
  readonly addresses: readonly Address[]
  /** Logs with any of these. @default all */
  readonly topics?: readonly Hex[]
  /** The first indexed argument. @default any */
  readonly topic1?: Hex
  /** Unix seconds. */
  readonly fromTime: number
  readonly head: { readonly number: bigint; readonly timestamp: bigint }
  /** @default 40 */
  readonly maxCalls?: number
  /** @default 8000 */
  readonly maxMs?: number
}

export type TimedLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  /** Index in its block. */
  readonly logIndex: Hex
  /**
   * Unix seconds. The block's time if the node's logs include it, otherwise interpolated between blocks that were read.
   */
  readonly timestamp: number
}

export type WalkedLogs = {
  readonly logs: readonly TimedLog[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether the logs reach back to `fromTime` or to the start of the chain. */
  readonly isComplete: boolean
}

const firstSpan = 2_000n
const chainStart = { number: 0n, timestamp: 0n }

/**
 * Reads logs from the head back to a time, newest first, within a budget. Halves ranges that a node rejects.
 *
 * @throws the client's errors when its providers do not respond
 */
export async function walkLogs(client: PublicClient, wanted: LogQuery): Promise<WalkedLogs> {
  const { addresses, topics, topic1, fromTime, head, maxCalls = 40, maxMs = 8_000 } = wanted
  const until = performance.now() + maxMs
  const logs: TimedLog[] = []
  let above = head
  let [to, span, calls] = [head.number, firstSpan, 0]
  while (to >= 0n && Number(above.timestamp) > fromTime && calls < maxCalls && performance.now() < until) {
    const from = to >= span ? to - span + 1n : 0n
    calls += 1
    const found = await readLogs(client, { addresses, topics, topic1, from, to }).catch((error: unknown) => {
      if (span === 1n) throw error
      return null
    })
    if (found === null) {
      span /= 2n
      continue
    }
    const below = from === 0n ? chainStart : await client.getBlock({ blockNumber: from })
    logs.push(...found.map((log) => ({ ...log, timestamp: toTime(log, below, above) })))
    above = below
    to = from - 1n
  }
  return {
    logs: logs.filter(({ timestamp }) => timestamp >= fromTime),
    fromBlock: to + 1n,
    toBlock: head.number,
    isComplete: to < 0n || Number(above.timestamp) <= fromTime,
  }
}

type Span = {
  readonly addresses: readonly Address[]
  readonly topics: readonly Hex[] | undefined
  readonly topic1: Hex | undefined
  readonly from: bigint
  readonly to: bigint
}
type Raw = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly logIndex: Hex
  readonly blockTimestamp?: Hex
}

async function readLogs(client: PublicClient, { addresses, topics, topic1, from, to }: Span): Promise<readonly Raw[]> {
  const request = client.request as unknown as (request: object) => Promise<readonly Raw[]>
  const range = { fromBlock: toHex(from), toBlock: toHex(to) }
  return request({
    method: 'eth_getLogs',
    params: [{ address: addresses, ...range, ...(topics && { topics: topic1 ? [topics, topic1] : [topics] }) }],
  })
}

type Point = { readonly number: bigint; readonly timestamp: bigint }

function toTime({ blockNumber, blockTimestamp }: Raw, below: Point, above: Point): number {
  if (blockTimestamp !== undefined) return Number(blockTimestamp)
  const share = (Number(blockNumber) - Number(below.number)) / Math.max(1, Number(above.number - below.number))
  return Number(below.timestamp) + share * Number(above.timestamp - below.timestamp)
}
