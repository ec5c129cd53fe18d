import { createHash, type Hash } from 'node:crypto'
import { type ChainName, type ChainProfile, OutriggerError } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { BlockRange } from '../../follow/ranges.ts'
import type { Anchor } from '../../follow/resumeSearch.ts'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { type Archived, countBorrowers } from './borrowerArchive.ts'

export const format = 'outrigger-book'
export const version = 1

export type SnapshotHead = {
  readonly format: typeof format
  readonly version: number
  readonly chain: string
  readonly chainId: number | null
  readonly protocol: string
}
/** Starts a deployment. The lines with its accounts follow. */
export type DeploymentLine = {
  readonly deployment: Address
  readonly anchor: Anchor | null
  /** First and last block of each searched range. */
  readonly searched: readonly (readonly [from: number, to: number])[]
  readonly borrowers: number
}
type AccountsLine = { readonly market: Market['id'] | '*'; readonly accounts: readonly Address[] }
type Line = Partial<SnapshotHead & DeploymentLine & AccountsLine & { readonly lines: number; readonly sha256: string }>

/**
 * A file to import is empty, truncated, damaged, or of another version, chain or protocol. Nothing was imported. Export the
 * book again.
 */
export class InvalidBookFileError extends OutriggerError {
  readonly code = 'INVALID_BOOK_FILE'
  constructor(problem: string) {
    super(`${problem} Nothing was imported. Export the book again with \`outrigger book <chain> --export <file>\`.`)
  }
}

type ParsedDeployment = Archived & { readonly address: Address; readonly expected: number }
export type ParsedSnapshot = {
  readonly protocol: LendingProtocol
  readonly deployments: readonly ParsedDeployment[]
}
/** A book whose last line was not read yet. */
type Draft = {
  readonly protocol: LendingProtocol
  readonly deployments: ParsedDeployment[]
  readonly hash: Hash
  lines: number
}

const isHex = (value: unknown, bytes: number) =>
  typeof value === 'string' && new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`).test(value)
const isBlock = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
const isAnchor = (value: unknown): value is Anchor =>
  typeof value === 'object' &&
  value !== null &&
  'number' in value &&
  isBlock(value.number) &&
  'hash' in value &&
  isHex(value.hash, 32)

/**
 * Parses one or more concatenated books.
 *
 * @throws {InvalidBookFileError}
 */
export async function parseSnapshots(
  chain: ChainProfile,
  protocols: readonly LendingProtocol[],
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<readonly ParsedSnapshot[]> {
  const books: ParsedSnapshot[] = []
  let draft: Draft | undefined
  let count = 0

  function read(text: string): void {
    const line = toLine(text)
    if (draft === undefined) {
      if (line?.format !== format)
        throw new InvalidBookFileError(
          books.length === 0 ? 'This file is not a book of borrowers.' : 'This file continues after its end.',
        )
      draft = { protocol: toProtocol(line, chain, protocols), deployments: [], hash: createHash('sha256'), lines: 0 }
    } else if (line?.sha256 !== undefined) {
      books.push(toWhole(draft, line))
      draft = undefined
      return
    } else if (line === undefined || !(addDeployment(draft, line, chain) || addAccounts(draft, line)))
      throw new InvalidBookFileError(`Line ${count} is damaged.`)
    draft.hash.update(`${text}\n`)
    draft.lines += 1
  }

  for await (const text of lines) {
    count += 1
    if (text !== '') read(text)
  }
  if (draft !== undefined) throw new InvalidBookFileError('This file is truncated: its last line is missing.')
  if (books.length === 0) throw new InvalidBookFileError('This file is empty.')
  return books
}

function toLine(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null ? line : undefined
  } catch {
    return undefined
  }
}

function toProtocol(head: Line, chain: ChainProfile, protocols: readonly LendingProtocol[]): LendingProtocol {
  if (head.version !== version)
    throw new InvalidBookFileError(
      `This book has version ${head.version}, but this Outrigger reads version ${version}.`,
    )
  if (head.chainId !== chain.chainId)
    throw new InvalidBookFileError(`This book is for ${head.chain} (chain ${head.chainId}), not for ${chain.name}.`)
  const named = protocols.find(({ id }) => id === head.protocol)
  if (named === undefined) throw new InvalidBookFileError(`This book is for ${head.protocol}, which was not requested.`)
  return named
}

/** Returns false if the line is not a valid deployment. */
function addDeployment({ protocol, deployments }: Draft, line: Line, chain: ChainProfile): boolean {
  const { deployment, anchor, searched, borrowers } = line
  if (deployment === undefined) return false
  const known = protocol.deployments[chain.name as ChainName]?.some(({ address }) => address === deployment)
  if (!known) throw new InvalidBookFileError(`This book has an unknown deployment: ${deployment}.`)
  const end = anchor === null ? -1 : isAnchor(anchor) ? anchor.number : Number.NaN
  // Blocks beyond the anchor cannot be verified.
  const isRange = (one: unknown) =>
    Array.isArray(one) && isBlock(one[0]) && isBlock(one[1]) && one[0] <= one[1] && one[1] <= end
  const isRepeated = deployments.some(({ address }) => address === deployment)
  if (isRepeated || Number.isNaN(end) || !Array.isArray(searched) || !searched.every(isRange) || !isBlock(borrowers))
    return false
  const ranges = searched.map(([from, to]): BlockRange => ({ from: BigInt(from), to: BigInt(to) }))
  deployments.push({
    address: deployment,
    anchor: anchor ?? undefined,
    ranges,
    borrowers: new Map(),
    expected: borrowers as number,
  })
  return true
}

/** Returns false if the line is not a valid list of accounts. */
function addAccounts({ deployments }: Draft, { market, accounts }: Line): boolean {
  const borrowers = deployments.at(-1)?.borrowers as Map<string, Set<Address>> | undefined
  const isSound = (market === '*' || isHex(market, 20) || isHex(market, 32)) && Array.isArray(accounts)
  if (borrowers === undefined || !isSound || !accounts.every((account) => isHex(account, 20))) return false
  const group = getOrCreate(borrowers, String(market), () => new Set())
  for (const account of accounts) group.add(account)
  return true
}

function toWhole({ protocol, deployments, hash, lines }: Draft, end: Line): ParsedSnapshot {
  if (end.lines !== lines || end.sha256 !== hash.digest('hex'))
    throw new InvalidBookFileError('This file is changed or incomplete: its checksum does not match.')
  for (const { address, borrowers, expected } of deployments)
    if (countBorrowers(borrowers) !== expected)
      throw new InvalidBookFileError(
        `It should list ${expected} borrowers of ${address}, but lists ${countBorrowers(borrowers)}.`,
      )
  return { protocol, deployments }
}
