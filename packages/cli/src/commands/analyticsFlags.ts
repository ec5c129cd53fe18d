import { UsageError } from '../exitCodes.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { wrap } from '../output/text.ts'

const flagOf: Readonly<Record<string, string>> = {
  'query.start_date': '--start',
  'query.end_date': '--end',
  'query.aggregation': '--aggregation',
  'query.protocol': '[dex]',
  'params.protocol': '<protocol>',
}

type Fault = { readonly path: string; readonly message: string }

/**
 * What a question gives; an error about a refused parameter names its flag or argument.
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

/** A sentence in lines of the terminal's width, 80 columns at most. */
export const toLines = (sentence: string): readonly string[] => wrap(sentence, Math.min(80, getLineWidth()))
