import type { ProviderPool } from '@outrigger/core'
import { type Hex, numberToHex } from 'viem'
import { UnrelatedLogsError } from './checkedLogs.ts'
import type { BlockRange } from './ranges.ts'

/** Newer blocks may be replaced, so they are searched again after a restart. */
const settledBlocks = 128n

/** The highest block that a search may archive. Its hash identifies the chain. */
export type Anchor = { readonly number: number; readonly hash: Hex }

/** The stored results of a search. */
type ResumableArchive<archived> = {
  readonly nothing: archived
  load(): Promise<archived>
  setAnchor(anchor: Anchor): Promise<unknown>
  replace(archived: archived): Promise<void>
}

/**
 * Loads an archive, with the highest block whose results may be added to it (-1n: none). Empties the archive if it belongs
 * to another chain, for example to a local chain that was restarted.
 *
 * @throws {UnrelatedLogsError} no provider has the block that identifies the chain
 */
export async function resumeSearch<archived extends { readonly anchor: Anchor | undefined }>(
  pool: Pick<ProviderPool, 'send'>,
  archive: ResumableArchive<archived>,
  whole: BlockRange,
  signal: AbortSignal,
): Promise<archived & { readonly keepTo: bigint }> {
  const { nothing } = archive
  let archived = await archive.load()
  const { anchor } = archived
  const hash = anchor && (await getHash(pool, BigInt(anchor.number), signal))
  if (anchor !== undefined && hash === null) {
    // The chain is unknown. Results that may have taken days to find are kept.
    if (anchor.number <= whole.to) throw toMissingBlock(anchor.number)
    return { ...nothing, keepTo: -1n }
  }
  if (anchor === undefined || hash !== anchor.hash) {
    archived = nothing
    await archive.replace(nothing)
  }
  const kept = archived.anchor === undefined ? -1n : BigInt(archived.anchor.number)
  const settled = whole.to - settledBlocks
  if (settled <= kept || settled < whole.from) return { ...archived, keepTo: kept }
  const next = { number: Number(settled), hash: await getHash(pool, settled, signal) }
  if (next.hash === null) throw toMissingBlock(settled)
  await archive.setAnchor(next as Anchor)
  return { ...archived, keepTo: settled }
}

async function getHash(pool: Pick<ProviderPool, 'send'>, number: bigint, signal: AbortSignal): Promise<Hex | null> {
  const request = { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }
  const { result } = await pool.send<{ readonly hash: Hex } | null>(request, { signal, fresh: true })
  return result?.hash ?? null
}

const toMissingBlock = (number: bigint | number) => new UnrelatedLogsError(`No provider has block ${number}. Retrying.`)
