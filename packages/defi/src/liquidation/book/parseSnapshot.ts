import { createHash } from 'node:crypto'
import { BaseError, type ChainName, type ChainProfile } from '@outrigger/core'
import type { Address } from 'viem'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { type Anchor, type Archived, countBorrowers } from './borrowerArchive.ts'
import type { BlockRange } from './ranges.ts'

export const format = 'outrigger-book'
export const version = 1

export type SnapshotHead = {
  readonly format: typeof format
  readonly version: number
  readonly chain: string
  readonly chainId: number | null
  readonly protocol: string
}
/** Begins a deployment; the lines of its accounts follow. */
export type DeploymentLine = {
  readonly deployment: Address
  readonly anchor: Anchor | null
  /** First and last block of each stretch. */
  readonly searched: readonly (readonly [from: number, to: number])[]
  readonly borrowers: number
}
type AccountsLine = { readonly market: Market['id'] | '*'; readonly accounts: readonly Address[] }
type Line = Partial<SnapshotHead & DeploymentLine & AccountsLine & { readonly lines: number; readonly sha256: string }>

/** A file is no book, not whole, or of another chain or protocol. */
export class InvalidBookFileError extends BaseError {
  readonly code = 'INVALID_BOOK_FILE'
  constructor(problem: string) {
    super(`${problem} Nothing was imported. Export the book again with \`outrigger book export\`.`)
  }
}

type ParsedDeployment = Archived & { readonly address: Address; readonly expected: number }
export type ParsedSnapshot = {
  readonly protocol: LendingProtocol
  readonly deployments: readonly ParsedDeployment[]
}

const isHex = (value: unknown, bytes: number) =>
  typeof value === 'string' && new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`).test(value)
const isBlock = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** @throws {InvalidBookFileError} */
export async function parseSnapshot(
  chain: ChainProfile,
  protocols: readonly LendingProtocol[],
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<ParsedSnapshot> {
  const hash = createHash('sha256')
  let protocol: LendingProtocol | undefined
  const deployments: ParsedDeployment[] = []
  let count = 0
  let isEnded = false

  function toProtocol(head: Line): LendingProtocol {
    if (head.format !== format) throw new InvalidBookFileError('This file is no book of borrowers.')
    if (head.version !== version)
      throw new InvalidBookFileError(
        `This book is of version ${head.version}; this Outrigger reads version ${version}.`,
      )
    if (head.chainId !== chain.chainId)
      throw new InvalidBookFileError(`This book is of ${head.chain} (chain ${head.chainId}), not of ${chain.name}.`)
    const named = protocols.find(({ id }) => id === head.protocol)
    if (named === undefined)
      throw new InvalidBookFileError(`This book is of ${head.protocol}, which was not asked for.`)
    return named
  }

  function toDeployment({ deployment, anchor, searched, borrowers }: Line): ParsedDeployment {
    const known = protocol?.deployments[chain.name as ChainName]?.some(({ address }) => address === deployment)
    if (!known) throw new InvalidBookFileError(`This book has a deployment that is not known, ${deployment}.`)
    const isSound =
      Array.isArray(searched) &&
      searched.every(([from, to]) => isBlock(from) && isBlock(to) && from <= to) &&
      (anchor === null || (isBlock(anchor?.number) && isHex(anchor?.hash, 32))) &&
      isBlock(borrowers)
    if (!isSound) throw new InvalidBookFileError(`Line ${count + 1} is damaged.`)
    const ranges = searched.map(([from, to]): BlockRange => ({ from: BigInt(from), to: BigInt(to) }))
    return {
      ...{ address: deployment as Address, anchor: anchor ?? undefined, ranges, borrowers: new Map() },
      expected: borrowers as number,
    }
  }

  function addAccounts({ market, accounts }: Line): void {
    const borrowers = deployments.at(-1)?.borrowers as Map<string, Set<Address>> | undefined
    const isSound = (market === '*' || /^0x[0-9a-f]+$/.test(String(market))) && Array.isArray(accounts)
    if (borrowers === undefined || !isSound || !accounts.every((account) => isHex(account, 20)))
      throw new InvalidBookFileError(`Line ${count + 1} is damaged.`)
    const group = borrowers.get(String(market)) ?? new Set()
    borrowers.set(String(market), group)
    for (const account of accounts) group.add(account)
  }

  function read(text: string): void {
    const line = toLine(text, count)
    if (isEnded) throw new InvalidBookFileError('This file goes on after its end.')
    if (protocol === undefined) protocol = toProtocol(line)
    else if (line.sha256 !== undefined) {
      if (line.lines !== count || line.sha256 !== hash.digest('hex'))
        throw new InvalidBookFileError('This file was changed, or is not whole: its checksum is another.')
      isEnded = true
    } else if (line.deployment !== undefined) deployments.push(toDeployment(line))
    else addAccounts(line)
    if (!isEnded) hash.update(`${text}\n`)
    count += 1
  }

  for await (const text of lines) if (text !== '') read(text)
  if (protocol === undefined) throw new InvalidBookFileError('This file is empty.')
  if (!isEnded) throw new InvalidBookFileError('This file was cut off: its last line is missing.')
  for (const { address, borrowers, expected } of deployments)
    if (countBorrowers(borrowers) !== expected)
      throw new InvalidBookFileError(
        `It promises ${expected} borrowers of ${address} and names ${countBorrowers(borrowers)}.`,
      )
  return { protocol, deployments }
}

function toLine(text: string, count: number): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null) return line
  } catch {
    // Said below.
  }
  throw new InvalidBookFileError(count === 0 ? 'This file is no book of borrowers.' : `Line ${count + 1} is damaged.`)
}
