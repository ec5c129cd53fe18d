import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainName } from '@outrigger/core'
import type { PublicClient } from 'viem'
import { type BlockReader, createBlockReader } from '../reads/blockReader.ts'
import type { LendingProtocol } from './protocol.ts'
import {
  isAbsent,
  isVerdict,
  type ReadFailure,
  type Skipped,
  toSkippedProtocols,
  toVerdictKey,
  UnsettledReadError,
} from './readFailure.ts'
import { absent, type MarketMemory, toMemoryKey } from './readMarkets.ts'

/** A reorg is over after a block or two. Failures that last longer are reported. */
const maxAttempts = 5
const pauseMs = 60
const patienceMs = 5_000

/** The result of reading one block, with the parts that failed. */
export type Reading<value> = { readonly value: value; readonly failures: readonly ReadFailure[] }

export type SettledOptions<value> = {
  readonly client: PublicClient
  readonly chain: ChainName
  readonly protocols: readonly LendingProtocol[]
  readonly memory: MarketMemory
  /** Reads protocols at one block. Returns their failures instead of throwing. */
  readonly read: (reader: BlockReader, protocols: readonly LendingProtocol[]) => Promise<Reading<value>>
}

/**
 * Reads protocols at the latest block. If a part fails, reads again at a newer block, because nodes reject reads of a block
 * that a reorg has just replaced. That a contract is missing or has an unknown version is reported only if the read at the
 * parent block fails in the same way.
 *
 * @throws the client's error if it cannot fetch the first block
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

/** Returns the failures that a second block has not confirmed. They may pass. */
async function findOpen<value>(
  { client, protocols, memory, read }: SettledOptions<value>,
  reader: BlockReader,
  failures: readonly ReadFailure[],
): Promise<readonly ReadFailure[]> {
  const isKnown = (failure: ReadFailure) =>
    isAbsent(failure) && memory.get(toMemoryKey(failure.protocol, failure.deployment)) === absent
  const verdicts = failures.filter((failure) => isVerdict(failure) && !isKnown(failure))
  if (verdicts.length === 0) return failures.filter((failure) => !isVerdict(failure))
  // A market remembered from an earlier read must not confirm itself.
  for (const { protocol, deployment } of failures) memory.delete(toMemoryKey(protocol, deployment))
  const again = await readParent(client, reader, (parent) => {
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

/** Reads the parent block. Returns null if that fails. */
async function readParent<value>(
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
