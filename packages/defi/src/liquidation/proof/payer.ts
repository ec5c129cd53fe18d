import { type Address, bytesToHex, type Hex } from 'viem'

/** An unused account that has code in simulations only. */
export const payer: Address = '0x00000000000000000000000000000000009a7e12'

const opcodes = { calldataload: 0x35, calldatacopy: 0x37, gas: 0x5a, push1: 0x60, call: 0xf1 } as const

/** Assembles bytecode. Numbers (up to 255) become PUSH1 instructions. */
const assemble = (...code: readonly (number | keyof typeof opcodes)[]): Hex =>
  bytesToHex(Uint8Array.from(code.flatMap((one) => (typeof one === 'number' ? [opcodes.push1, one] : opcodes[one]))))

/** Offset of the bytes in a callback `(int256, int256, bytes)`: after the selector, three argument words and the length. */
const tokenAt = 4 + 4 * 32
const callAt = tokenAt + 32
/** `transfer(address, uint256)` with its arguments. */
const callSize = 4 + 2 * 32

/**
 * Pays in the callback of a Uniswap V3-like pool, whatever its name. The callback's `bytes` contain the token as one word
 * and then the calldata of a `transfer`, which it sends to the token. A pool that receives too little reverts.
 */
const payerCode = assemble(
  ...([callSize, callAt, 0, 'calldatacopy'] as const),
  ...([0, 0, callSize, 0, 0, tokenAt, 'calldataload', 'gas', 'call'] as const),
)

/** State overrides for simulations with the payer. */
export const payerOverrides = { [payer]: { code: payerCode } } as const
