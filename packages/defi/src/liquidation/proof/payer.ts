import { type Address, bytesToHex, type Hex } from 'viem'

/** An account that nobody has used, with code in simulations only. */
export const payer: Address = '0x00000000000000000000000000000000009a7e12'

const opcodes = { calldataload: 0x35, calldatacopy: 0x37, gas: 0x5a, push1: 0x60, call: 0xf1 } as const

/** Numbers are pushed; up to 255. */
const assemble = (...code: readonly (number | keyof typeof opcodes)[]): Hex =>
  bytesToHex(Uint8Array.from(code.flatMap((one) => (typeof one === 'number' ? [opcodes.push1, one] : opcodes[one]))))

/** In a callback `(int256, int256, bytes)`: after the selector, the three words of the arguments and the length. */
const tokenAt = 4 + 4 * 32
const callAt = tokenAt + 32
/** `transfer(address, uint256)` with its arguments. */
const callSize = 4 + 2 * 32

/**
 * Whatever the callback of a Uniswap V3-like pool is named, calls the token whose word begins its `bytes` with the
 * `transfer` that follows. A pool that is paid less than it asks for reverts by itself.
 */
const payerCode = assemble(
  ...([callSize, callAt, 0, 'calldatacopy'] as const),
  ...([0, 0, callSize, 0, 0, tokenAt, 'calldataload', 'gas', 'call'] as const),
)

/** Of a simulation in which it pays. */
export const payerOverrides = { [payer]: { code: payerCode } } as const
