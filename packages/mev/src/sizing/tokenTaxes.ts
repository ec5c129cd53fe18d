import type { Address } from 'viem'

/** Transfer tax of a token when a pool pays it out (`buyBps`) or receives it (`sellBps`), and whether it can be sold. */
export type TokenTax = {
  readonly buyBps: number
  readonly sellBps: number
  readonly canSell: boolean
}

/** Token taxes from simulations or receipts. Addresses are lower case. Undefined for unknown tokens. */
export type TokenTaxes = { get(token: Address): TokenTax | undefined }

export const noTaxes: TokenTaxes = { get: () => undefined }

/** Returns true if transfers have no tax, or if the token is unknown. */
export function isUntaxed(tax: TokenTax | undefined): boolean {
  return tax === undefined || (tax.canSell && tax.buyBps === 0 && tax.sellBps === 0)
}

const whole = 10_000n

/** Returns the amount after tax. The tax is rounded down, as in most token contracts. */
export function takeTax(amount: bigint, bps: number): bigint {
  return bps === 0 ? amount : amount - (amount * BigInt(bps)) / whole
}
