import { base58 } from '@scure/base'
import type { SolanaInstruction } from './toInstructions.ts'

const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const setComputeUnitPrice = 3

/**
 * Returns the bid of a transaction for each compute unit, in micro-lamports, from its instruction `SetComputeUnitPrice` (byte 3,
 * then a little-endian u64). Returns 0 if there is no bid.
 */
export function computeUnitPrice(instructions: readonly SolanaInstruction[]): bigint {
  for (const { programId, data } of instructions) {
    if (programId !== computeBudgetProgram || data === null) continue
    const bytes = base58.decode(data)
    if (bytes[0] === setComputeUnitPrice && bytes.length >= 9)
      return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(1, true)
  }
  return 0n
}
