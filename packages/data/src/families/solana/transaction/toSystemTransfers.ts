import { base58 } from '@scure/base'
import type { SolanaInstruction } from './toInstructions.ts'

/** Lamports that an instruction of the System program moved. */
export type SolanaTransfer = { readonly from: string; readonly to: string; readonly lamports: bigint }

const systemProgram = '11111111111111111111111111111111'

/**
 * Returns the lamports that the System program moved, by instructions of the transaction and by calls of its programs. Lamports
 * that programs move directly between their own accounts are excluded.
 */
export const toSystemTransfers = (instructions: readonly SolanaInstruction[]): readonly SolanaTransfer[] =>
  instructions
    .flatMap((one) => [one, ...one.inner])
    .filter(({ programId }) => programId === systemProgram)
    .flatMap((one) => toTransfer(one) ?? [])

function toTransfer({ accounts, data, parsed }: SolanaInstruction): SolanaTransfer | null {
  if (data === null) return fromParsed((parsed as { readonly info?: Info } | null)?.info ?? {})
  const bytes = base58.decode(data)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layout = bytes.length < 4 ? undefined : layouts[view.getUint32(0, true)]
  if (layout === undefined) return null
  const at = layout.lamportsAt(view)
  const [from, to] = [accounts[layout.from], accounts[layout.to]]
  if (from === undefined || to === undefined || bytes.length < at + 8) return null
  return { from, to, lamports: view.getBigUint64(at, true) }
}

type Layout = {
  /** Positions in the instruction's list of accounts. */
  readonly from: number
  readonly to: number
  readonly lamportsAt: (view: DataView) => number
}

const behindNumber = () => 4
/**
 * Layouts by instruction number, in the order of Agave's enum `SystemInstruction` (crate solana-system-interface). The data is a
 * little-endian u32, then the fields in bincode.
 */
const layouts: { readonly [number: number]: Layout } = {
  // CreateAccount { lamports, space, owner }
  0: { from: 0, to: 1, lamportsAt: behindNumber },
  // Transfer { lamports }
  2: { from: 0, to: 1, lamportsAt: behindNumber },
  // CreateAccountWithSeed { base, seed, lamports, space, owner }: 32 bytes of base, the length of the seed as u64, the seed
  3: { from: 0, to: 1, lamportsAt: (view) => (view.byteLength < 44 ? 44 : 44 + view.getUint32(36, true)) },
  // WithdrawNonceAccount(lamports)
  5: { from: 0, to: 1, lamportsAt: behindNumber },
  // TransferWithSeed { lamports, from_seed, from_owner }; the second account is the base that signs
  11: { from: 0, to: 2, lamportsAt: behindNumber },
}

type Info = {
  readonly lamports?: number | string | bigint
  readonly source?: string
  readonly nonceAccount?: string
  readonly destination?: string
  readonly newAccount?: string
}

/** Reads the form that nodes return for `jsonParsed`. */
function fromParsed({ lamports, source, nonceAccount, destination, newAccount }: Info): SolanaTransfer | null {
  const [from, to] = [source ?? nonceAccount, destination ?? newAccount]
  return lamports === undefined || from === undefined || to === undefined
    ? null
    : { from, to, lamports: BigInt(lamports) }
}
