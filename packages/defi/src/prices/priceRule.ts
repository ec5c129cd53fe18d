import type { Address } from 'viem'
import type { Answers } from './lendingPriceSource.ts'
import type { Form } from './priceForms.ts'

/** A contract that a price is made of; with a `sample`, the vault's value of so many shares. */
export type Part = { readonly address: Address; readonly sample?: bigint }

/** How a contract makes its price. */
export type Rule =
  | { readonly kind: 'feed'; readonly aggregator: Address; readonly secondary: boolean }
  | { readonly kind: 'form'; readonly form: Form; readonly parts: readonly Part[] }
  /** A number that no feed changes. */
  | { readonly kind: 'constant' }

export type Source = Part & {
  readonly rule: Rule
  readonly parts: readonly Source[]
  readonly aggregators: readonly Address[]
  compute(answers: Answers): bigint | null
}

export const toPartKey = ({ address, sample }: Part) => `${address} ${sample}`
