import { createHash } from 'node:crypto'
import { OutriggerError, type Store } from '@outrigger/core'
import { type ChainOption, resolveChain, toChainName } from '@outrigger/core/internal'
import { countBlocks } from '../../follow/ranges.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { type BookKey, countBorrowers, createBorrowerArchive } from './borrowerArchive.ts'
import { type DeploymentLine, format, parseSnapshots, type SnapshotHead, version } from './parseSnapshot.ts'
import { loadProof, type ProofRecord } from './proofArchive.ts'

/**
 * The store has no book of the protocol on the chain, so there is nothing to export. Build the book first, or open another
 * store.
 */
export class EmptyBookError extends OutriggerError {
  readonly code = 'EMPTY_BOOK'
}

/** Progress of the search for the borrowers of one deployment. */
export type BookStatus = BookKey & {
  readonly name: string | null
  /** Number of searched and stored blocks. */
  readonly blocks: bigint
  /** The highest searched block. Null before the first. */
  readonly to: bigint | null
  /** Accounts that have ever borrowed in the searched blocks, counted once per market. */
  readonly borrowers: number
  /** Latest comparison with the sums of its contracts. Null before the first. */
  readonly proof: ProofRecord | null
}

const accountsPerLine = 1_000

/**
 * Returns the progress of the search of each deployment of the protocols on a chain, including deployments that are not
 * searched yet. It reads the store and makes no request.
 *
 * @example
 * const [status] = await getBookStatus(store, 'ethereum', lendingProtocols)
 * console.log(status?.protocol, status?.borrowers)
 */
export async function getBookStatus(
  store: Store,
  chain: ChainOption,
  protocols: readonly LendingProtocol[],
): Promise<readonly BookStatus[]> {
  return Promise.all(
    protocols.flatMap(({ id, deployments }) =>
      (deployments[toChainName(chain)] ?? []).map(async ({ address, name = null }): Promise<BookStatus> => {
        const key = { chain: toChainName(chain), protocol: id, deployment: address }
        const { ranges, borrowers } = await createBorrowerArchive(store, key).load()
        const to = ranges.at(-1)?.to ?? null
        const proof = await loadProof(store, key)
        return { ...key, name, blocks: countBlocks(ranges), to, borrowers: countBorrowers(borrowers), proof }
      }),
    ),
  )
}

/**
 * Yields the book of a protocol on a chain as lines of an NDJSON file. It contains the borrowers and the searched
 * blocks, so that an import continues from there. The last line contains the number of lines and their SHA-256, so
 * that an import detects a truncated or changed file.
 *
 * @throws {EmptyBookError}
 * @example
 * for await (const line of exportBook(store, 'ethereum', protocol)) file.write(`${line}\n`)
 */
export async function* exportBook(
  store: Store,
  chain: ChainOption,
  { id, deployments }: LendingProtocol,
): AsyncGenerator<string, void> {
  const name = toChainName(chain)
  const hash = createHash('sha256')
  let count = 0
  function toLine(value: object): string {
    const line = JSON.stringify(value)
    hash.update(`${line}\n`)
    count += 1
    return line
  }
  const archives = await Promise.all(
    (deployments[name] ?? []).map(async ({ address }) => {
      const archive = createBorrowerArchive(store, { chain: name, protocol: id, deployment: address })
      return { address, ...(await archive.load()) }
    }),
  )
  const filled = archives.filter(({ ranges }) => ranges.length > 0)
  if (filled.length === 0)
    throw new EmptyBookError(
      `The store has no book of ${id} on ${name}. Build it first, or use another data directory.`,
    )
  yield toLine({
    format,
    version,
    chain: name,
    chainId: resolveChain(chain).chainId,
    protocol: id,
  } satisfies SnapshotHead)
  for (const { address, anchor = null, ranges, borrowers } of filled) {
    const searched = ranges.map(({ from, to }) => [Number(from), Number(to)] as const)
    yield toLine({
      deployment: address,
      anchor,
      searched,
      borrowers: countBorrowers(borrowers),
    } satisfies DeploymentLine)
    for (const [market, accounts] of borrowers)
      for (const part of inParts([...accounts])) yield toLine({ market, accounts: part })
  }
  yield JSON.stringify({ lines: count, sha256: hash.digest('hex') })
}

/**
 * Replaces books in the store with the books of a file, which may contain several. Nothing changes unless the whole file
 * is valid and belongs to this chain and these protocols. Whether it belongs to the same history of the chain is checked
 * when the search continues.
 *
 * @throws {InvalidBookFileError}
 * @example
 * const lines = createInterface({ input: createReadStream('aave_v3.ndjson') })
 * await importBook(store, 'ethereum', lendingProtocols, lines)
 */
export async function importBook(
  store: Store,
  chain: ChainOption,
  protocols: readonly LendingProtocol[],
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<readonly BookStatus[]> {
  const name = toChainName(chain)
  const imported: BookStatus[] = []
  for (const { protocol, deployments } of await parseSnapshots(resolveChain(chain), protocols, lines)) {
    for (const { address, ...archived } of deployments)
      await createBorrowerArchive(store, { chain: name, protocol: protocol.id, deployment: address }).replace(archived)
    const addresses = new Set(deployments.map(({ address }) => address))
    const statuses = await getBookStatus(store, name, [protocol])
    imported.push(...statuses.filter(({ deployment }) => addresses.has(deployment)))
  }
  return imported
}

function inParts<item>(items: readonly item[]): readonly (readonly item[])[] {
  const starts = Array.from(
    { length: Math.ceil(items.length / accountsPerLine) },
    (_, index) => index * accountsPerLine,
  )
  return starts.map((start) => items.slice(start, start + accountsPerLine))
}
