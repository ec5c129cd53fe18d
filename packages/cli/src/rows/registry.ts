import { minedFindings } from './minedFindings.ts'
import type { Schema } from './schema.ts'
import { transactions } from './transactions.ts'

/** The commands that list rows, with the kinds of their rows. A command has several if its options choose one. */
export const listings: Readonly<Record<string, readonly Schema[]>> = {
  'mev inspect': [minedFindings],
  history: [transactions],
}
