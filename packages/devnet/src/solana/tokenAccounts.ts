import { type Address, getAddressDecoder, type ReadonlyUint8Array } from '@solana/kit'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** Size in bytes of an account without extensions. */
const accountBytes = 165
const initialized = 1

export type TokenAccount = {
  readonly program: Address
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
}

/** Decodes mint, owner, amount and state in the layout of both token programs. Returns undefined for other accounts. */
export function readTokenAccount(program: Address, data: ReadonlyUint8Array): TokenAccount | undefined {
  if ((program !== tokenProgram && program !== token2022Program) || data.length < accountBytes) return undefined
  if (data[108] !== initialized) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const decoder = getAddressDecoder()
  return {
    program,
    mint: decoder.decode(data.slice(0, 32)),
    owner: decoder.decode(data.slice(32, 64)),
    amount: view.getBigUint64(64, true),
  }
}
