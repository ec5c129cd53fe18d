import type { Address } from 'viem'

/** What a token keeps of a transfer from a pool (`buyBps`) and to one (`sellBps`), and whether it can be sold at all. */
export type TokenTax = {
  readonly buyBps: number
  readonly sellBps: number
  readonly canSell: boolean
}

/** Taxes of tokens, learned from simulations or receipts. Addresses are lower case; undefined where a token is not known. */
export type TokenTaxes = { get(token: Address): TokenTax | undefined }

export const noTaxes: TokenTaxes = { get: () => undefined }

/** Whether transfers keep nothing back: of a token that nothing is known of, and of one that was measured. */
export function isUntaxed(tax: TokenTax | undefined): boolean {
  return tax === undefined || (tax.canSell && tax.buyBps === 0 && tax.sellBps === 0)
}

const whole = 10_000n

/** What arrives of an amount that is transferred: the tax is rounded down, as tokens that divide do. */
export function takeTax(amount: bigint, bps: number): bigint {
  return bps === 0 ? amount : amount - (amount * BigInt(bps)) / whole
}
