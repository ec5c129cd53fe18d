/**
 * Least gas a call must bring: 21,000 and its calldata at 4 per zero byte and 16 per other (EIP-2028). A transaction
 * that brings no more cannot run code, whatever its recipient is.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2028
 * @example
 * computeIntrinsicGas('0x00ff') // 21_020n
 */
export function computeIntrinsicGas(input: string): bigint {
  let gas = 21_000
  for (let position = 2; position < input.length; position += 2)
    gas += input.charCodeAt(position) === 48 && input.charCodeAt(position + 1) === 48 ? 4 : 16
  return BigInt(gas)
}
