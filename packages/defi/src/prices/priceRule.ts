import type { Address } from 'viem'
import type { Answers } from './lendingPriceSource.ts'
import type { Form } from './priceForms.ts'

/** A contract that a price is computed from. With a `sample`, the vault's value of that number of shares. */
export type Part = { readonly address: Address; readonly sample?: bigint }

/** How a contract computes its price. */
export type Rule =
  | { readonly kind: 'feed'; readonly aggregator: Address; readonly secondary: boolean }
  | { readonly kind: 'form'; readonly form: Form; readonly parts: readonly Part[] }
  /** A number that does not depend on feeds. */
  | { readonly kind: 'constant' }

export type Source = Part & {
  readonly rule: Rule
  readonly parts: readonly Source[]
  readonly aggregators: readonly Address[]
  compute(answers: Answers): bigint | null
}

export const toPartKey = ({ address, sample }: Part) => `${address} ${sample}`
