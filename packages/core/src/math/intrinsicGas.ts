import type { Hex } from 'viem'

/** The parts of a transaction that cost gas before any code runs. */
export type GasBearing = {
  /** Null or missing for a contract creation. */
  readonly to?: Hex | null | undefined
  readonly data?: Hex | undefined
  readonly accessList?: readonly { readonly storageKeys: readonly Hex[] }[] | undefined
  readonly authorizationList?: readonly unknown[] | undefined
}

/** Counts the zero and the other bytes of calldata, or of init code. */
function countBytes(data: Hex): { readonly zero: number; readonly other: number } {
  let zero = 0
  for (let position = 2; position < data.length; position += 2)
    if (data.charCodeAt(position) === 48 && data.charCodeAt(position + 1) === 48) zero += 1
  return { zero, other: (data.length - 2) / 2 - zero }
}

/**
 * Returns the gas that a transaction pays before any code runs: 21,000, calldata at 4 per zero byte and 16 per other
 * (EIP-2028), contract creation with its init code (EIP-2, EIP-3860), access list (EIP-2930) and authorizations
 * (EIP-7702). A gas limit below this, or below `computeCalldataFloor`, is rejected by every node.
 *
 * @example
 * computeIntrinsicGas({ to: '0x…', data: '0x00ff' }) // 21_020n
 */
export function computeIntrinsicGas(transaction: GasBearing): bigint {
  const { to = null, data = '0x', accessList = [], authorizationList = [] } = transaction
  const { zero, other } = countBytes(data)
  const creation = to === null ? 32_000 + 2 * Math.ceil((zero + other) / 32) : 0
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
  const lists = 2400 * accessList.length + 1900 * keys + 25_000 * authorizationList.length
  return BigInt(21_000 + 4 * zero + 16 * other + creation + lists)
}

/**
 * Returns the minimum gas of a transaction with this calldata, whatever its code uses: 21,000, and 10 per zero byte and 40 per
 * other byte (EIP-7623). Applies to Ethereum and chains with Prague's rules. Arbitrum has it switched off.
 *
 * @example
 * computeCalldataFloor('0x00ff') // 21_050n
 */
export function computeCalldataFloor(data: Hex): bigint {
  const { zero, other } = countBytes(data)
  return BigInt(21_000 + 10 * zero + 40 * other)
}
