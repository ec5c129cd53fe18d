import { createBoundedMap } from '@outrigger/core/internal'
import { type Address, zeroAddress } from 'viem'
import type { Terms } from '../detect/context.ts'
import { isUntaxed, noTaxes, type TokenTax, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { type BlockAges, retryBlocks, type SeenBlock, usableBlocks, validBlocks } from './blockAge.ts'

export type MeasuredTaxesOptions = {
  readonly known: TokenTaxes | undefined
  readonly isKnownToken: Terms['isKnownToken']
  readonly ages: BlockAges
}

/** Transfer taxes of tokens, from the options and from measurements. */
export type MeasuredTaxes = TokenTaxes & {
  /** Returns whether a token needs no measurement or cannot be measured. */
  needsNoTrial(token: Address): boolean
  /** Returns whether findings may use a token: its tax is known, or was measured or could not be measured recently. */
  isUsable(token: Address): boolean
  /** Returns whether a token must be measured. An old measurement may remain usable until then. */
  isDue(token: Address): boolean
  /** @param tax null if no provider can measure the token */
  learn(token: Address, tax: TokenTax | null): void
  /** Extends the validity of measured tokens without taxes after their swaps have paid the expected amounts. */
  renew(tokens: readonly Address[]): void
}

const maxTokens = 10_000

type Learned = { readonly tax: TokenTax | null; readonly block: SeenBlock }

export function createMeasuredTaxes({ known = noTaxes, isKnownToken, ages }: MeasuredTaxesOptions): MeasuredTaxes {
  const learned = createBoundedMap<Address, Learned>(maxTokens)
  const isKnown = (token: Address) => token === zeroAddress || isKnownToken(token) || known.get(token) !== undefined
  const toAge = (token: Address) => ages.toAge(learned.peek(token))
  const learn = (token: Address, tax: TokenTax | null) => void learned.set(token, { tax, block: ages.see() })

  /** Returns a measured tax. An unsellable token may have become sellable, so its result expires after `validBlocks`. */
  function toLearned(token: Address): TokenTax | undefined {
    const tax = learned.peek(token)?.tax ?? undefined
    return tax === undefined || tax.canSell || toAge(token) < validBlocks ? tax : undefined
  }

  return {
    learn,
    get: (token) => known.get(token) ?? toLearned(token),
    needsNoTrial: (token) => isKnown(token) || learned.peek(token)?.tax === null,
    isUsable: (token) => isKnown(token) || toAge(token) < usableBlocks,
    isDue: (token) =>
      !isKnown(token) && toAge(token) >= (learned.peek(token)?.tax === null ? retryBlocks : validBlocks),
    renew(tokens) {
      for (const token of tokens) {
        const tax = learned.peek(token)?.tax
        if (tax && isUntaxed(tax)) learn(token, tax)
      }
    },
  }
}
