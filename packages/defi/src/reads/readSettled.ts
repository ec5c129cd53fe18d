import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainName } from '@outrigger/core'
import type { PublicClient } from 'viem'
import type { LendingProtocol } from '../lending/protocol.ts'
import { absent, type MarketMemory, toMemoryKey } from '../market/readMarkets.ts'
import { type BlockReader, createBlockReader } from './blockReader.ts'
import {
  isAbsent,
  isVerdict,
  type ReadFailure,
  type Skipped,
  toSkippedProtocols,
  toVerdictKey,
  UnsettledReadError,
} from './readFailure.ts'

/** A reorganisation is over after a block or two; what fails longer is reported. */
const maxAttempts = 5
const pauseMs = 60
const patienceMs = 5_000

/** What one block reported, and what it did not. */
export type Reading<value> = { readonly value: value; readonly failures: readonly ReadFailure[] }

export type SettledOptions<value> = {
  readonly client: PublicClient
  readonly chain: ChainName
  readonly protocols: readonly LendingProtocol[]
  readonly memory: MarketMemory
  /** Reads protocols at one block. What fails of them it returns, and throws for nothing else. */
  readonly read: (reader: BlockReader, protocols: readonly LendingProtocol[]) => Promise<Reading<value>>
}

/**
 * Reads at the latest block, and again at a newer one while something fails: a node that reverts the reads of a block that
 * has just been replaced is right at the next. What a failure says of the contracts themselves (not there, of an unknown
 * version) counts once the block before says the same.
 *
 * @throws whatever the client throws while the first block is looked up
 */
export async function readSettled<value>(options: SettledOptions<value>): Promise<{ value: value } & Skipped> {
  const { client, chain, protocols, read } = options
  const endMs = performance.now() + patienceMs
  let best:
    | { readonly value: value; readonly settled: readonly ReadFailure[]; readonly open: readonly ReadFailure[] }
    | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reader = await createBlockReader(client)
      const { value, failures } = await read(reader, protocols)
      const open = await findOpen(options, reader, failures)
      const settled = failures.filter((failure) => !open.includes(failure))
      if (best === undefined || open.length <= best.open.length) best = { value, settled, open }
    } catch (cause) {
      if (best === undefined) throw cause
    }
    if (best.open.length === 0 || attempt === maxAttempts || performance.now() > endMs) break
    await sleep(pauseMs * attempt)
  }
  const { value, settled, open } = best
  return { value, ...toSkippedProtocols([...settled, ...open.map(toUnsettled)], chain) }
}

/** Failures that may pass: all that no second block has confirmed. */
async function findOpen<value>(
  { client, protocols, memory, read }: SettledOptions<value>,
  reader: BlockReader,
  failures: readonly ReadFailure[],
): Promise<readonly ReadFailure[]> {
  const isKnown = (failure: ReadFailure) =>
    isAbsent(failure) && memory.get(toMemoryKey(failure.protocol, failure.deployment)) === absent
  const verdicts = failures.filter((failure) => isVerdict(failure) && !isKnown(failure))
  if (verdicts.length === 0) return failures.filter((failure) => !isVerdict(failure))
  // What an earlier reading has made of them is not to be said twice.
  for (const { protocol, deployment } of failures) memory.delete(toMemoryKey(protocol, deployment))
  const again = await readBefore(client, reader, (parent) => {
    const doubted = new Set(verdicts.map(({ protocol }) => protocol))
    return read(
      parent,
      protocols.filter((protocol) => doubted.has(protocol)),
    )
  })
  const confirmed = new Set(again?.failures.filter(isVerdict).map(toVerdictKey))
  const isConfirmed = (failure: ReadFailure) => isVerdict(failure) && confirmed.has(toVerdictKey(failure))
  for (const failure of verdicts)
    if (isAbsent(failure) && isConfirmed(failure)) memory.set(toMemoryKey(failure.protocol, failure.deployment), absent)
  return failures.filter((failure) => !isKnown(failure) && !isConfirmed(failure))
}

/** The same of the block before; null where that fails. */
async function readBefore<value>(
  client: PublicClient,
  { blockNumber }: BlockReader,
  read: (reader: BlockReader) => Promise<Reading<value>>,
): Promise<Reading<value> | null> {
  try {
    const block = await client.getBlock({ blockNumber: blockNumber - 1n })
    return await read(await createBlockReader(client, { block }))
  } catch {
    return null
  }
}

function toUnsettled(failure: ReadFailure): ReadFailure {
  return isVerdict(failure) ? { ...failure, cause: new UnsettledReadError({ cause: failure.cause }) } : failure
}
