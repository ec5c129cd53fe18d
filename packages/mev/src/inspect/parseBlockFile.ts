import { OutriggerError } from '@outrigger/core'
import type { MinedBlock } from './minedBlock.ts'
import { parseBlock } from './parse/parseBlock.ts'

/** A line is no block. */
export class InvalidBlockError extends OutriggerError {
  readonly code = 'INVALID_BLOCK'
  /** From 1 on. */
  readonly line: number

  constructor(line: number, reason: string) {
    super(
      `Line ${line} ${reason}. A line is one block: {"block": number or header, "transactions": [{"tx", "receipt", "traces"}]}.`,
    )
    this.line = line
  }
}

export type BlockLine = { readonly text: string; readonly number: number }

/**
 * Reads recorded blocks, one JSON object a line, one line at a time; see {@link parseBlock} for what an object holds.
 *
 * @throws {InvalidBlockError} a line is no JSON, or no block; it says which
 *
 * @example
 * for await (const block of parseBlockFile(lines)) inspectTransactions(block)
 */
export async function* parseBlockFile(lines: AsyncIterable<BlockLine>): AsyncGenerator<MinedBlock> {
  for await (const { text, number } of lines) {
    const block = parseBlock(toJson(text, number))
    if (block === null) throw new InvalidBlockError(number, 'is no block')
    yield block
  }
}

function toJson(text: string, number: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidBlockError(number, 'is no JSON')
  }
}
