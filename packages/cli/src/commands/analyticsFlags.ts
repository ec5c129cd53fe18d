import { UsageError } from '../exitCodes.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { wrap } from '../output/text.ts'

const flagOf: Readonly<Record<string, string>> = {
  'query.start_date': '--start-date',
  'query.end_date': '--end-date',
  'query.aggregation': '--aggregation',
  'query.protocol': '[dex]',
  'params.protocol': '<protocol>',
}

type Fault = { readonly path: string; readonly message: string }

/**
 * Returns the answer of `ask`. An error about an invalid parameter names its flag or argument instead.
 *
 * @throws {UsageError}
 */
export async function inFlags<value>(ask: () => Promise<value> | value): Promise<value> {
  try {
    return await ask()
  } catch (error) {
    const { details } = error as { readonly details?: unknown }
    const [fault] = (Array.isArray(details) ? details : []) as readonly Fault[]
    const flag = flagOf[fault?.path ?? '']
    throw flag === undefined ? error : new UsageError(`${flag} ${fault?.message}.`)
  }
}

/** Wraps a sentence at the terminal's width, at most 80 columns. */
export const toLines = (sentence: string): readonly string[] => wrap(sentence, Math.min(80, getLineWidth()))
