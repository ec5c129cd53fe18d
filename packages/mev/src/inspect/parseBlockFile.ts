import { OutriggerError } from '@outrigger/core'
import type { MinedBlock } from './minedBlock.ts'
import { parseBlock } from './parse/parseBlock.ts'

/** Thrown for a line that is not a block. */
export class InvalidBlockError extends OutriggerError {
  readonly code = 'INVALID_BLOCK'
  /** Line number, starting at 1. */
  readonly line: number

  constructor(line: number, reason: string) {
    super(
      `Line ${line} ${reason}. Expected one block per line: {"block": number or header, "transactions": [{"tx", "receipt", "traces"}]}.`,
    )
    this.line = line
  }
}

export type BlockLine = { readonly text: string; readonly number: number }

/**
 * Parses recorded blocks, one JSON object per line. {@link parseBlock} describes the format of an object.
 *
 * @throws {InvalidBlockError} a line is not JSON or not a block; the message contains the line number
 *
 * @example
 * for await (const block of parseBlockFile(lines)) inspectTransactions(block)
 */
export async function* parseBlockFile(lines: AsyncIterable<BlockLine>): AsyncGenerator<MinedBlock> {
  for await (const { text, number } of lines) {
    const block = parseBlock(toJson(text, number))
    if (block === null) throw new InvalidBlockError(number, 'is not a block')
    yield block
  }
}

function toJson(text: string, number: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidBlockError(number, 'is not JSON')
  }
}
